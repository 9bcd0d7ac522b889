CREATE TABLE "auth"."notices" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"action" text NOT NULL,
	"about_name" text NOT NULL,
	"by_name" text NOT NULL,
	"is_about_reader" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "console"."audit" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "auth"."staff" ADD COLUMN "administrator_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auth"."staff" ADD COLUMN "reset_requested_by" text;--> statement-breakpoint
ALTER TABLE "auth"."staff" ADD COLUMN "reset_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auth"."staff" ADD COLUMN "reset_second_factor" text;--> statement-breakpoint
ALTER TABLE "auth"."notices" ADD CONSTRAINT "notices_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "auth"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_of_staff" ON "auth"."notices" USING btree ("staff_id");