ALTER TABLE "auth"."notices" ADD COLUMN "about_id" text;--> statement-breakpoint
ALTER TABLE "auth"."staff" ADD COLUMN "administrator_since" timestamp (3) with time zone;