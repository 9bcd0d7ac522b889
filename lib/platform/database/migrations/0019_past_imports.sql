CREATE TABLE "console"."past_imports" (
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"owner_id" text NOT NULL,
	"started_by" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"rows" integer NOT NULL,
	"connected" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "past_imports_environment_id_pk" PRIMARY KEY("environment","id")
);
--> statement-breakpoint
CREATE INDEX "past_imports_newest" ON "console"."past_imports" USING btree ("environment","started_at" DESC NULLS FIRST,"id");