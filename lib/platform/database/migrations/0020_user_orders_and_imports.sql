ALTER TABLE "console"."directory_users" ADD COLUMN "changed_on" timestamp (3) with time zone;--> statement-breakpoint
-- What is older than these columns is written again by the next crawl; until then nobody counts as changed.
UPDATE "console"."directory_users" SET "changed_on" = "created_on", "digest" = '';--> statement-breakpoint
ALTER TABLE "console"."directory_users" ALTER COLUMN "changed_on" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."directory_users" ADD COLUMN "zone_key" text collate "C";--> statement-breakpoint
CREATE INDEX "directory_users_changed" ON "console"."directory_users" USING btree ("environment","changed_on" DESC NULLS FIRST,"user_id");--> statement-breakpoint
CREATE INDEX "directory_users_by_zone" ON "console"."directory_users" USING btree ("environment","zone_key","user_id");--> statement-breakpoint
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