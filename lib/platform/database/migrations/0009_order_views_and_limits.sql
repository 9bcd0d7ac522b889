CREATE TABLE "console"."order_view_defaults" (
	"environment" text NOT NULL,
	"holder" text NOT NULL,
	"view_id" text NOT NULL,
	CONSTRAINT "order_view_defaults_environment_holder_pk" PRIMARY KEY("environment","holder")
);
--> statement-breakpoint
CREATE TABLE "console"."order_views" (
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "console"."order_views_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner_id" text NOT NULL,
	"owner_name" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"shared" boolean NOT NULL,
	"filter" json NOT NULL,
	"look" json NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "order_views_environment_id_pk" PRIMARY KEY("environment","id")
);
--> statement-breakpoint
CREATE TABLE "console"."stuck_limits" (
	"environment" text PRIMARY KEY NOT NULL,
	"days" json NOT NULL,
	"version" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "order_views_own_names" ON "console"."order_views" USING btree ("environment","owner_id","name_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "order_views_shared_names" ON "console"."order_views" USING btree ("environment","name_key") WHERE shared and deleted_at is null;