CREATE TABLE "auth"."factor_roles" (
	"role" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth"."staff" ADD COLUMN "reset_purpose" text;--> statement-breakpoint
ALTER TABLE "auth"."staff" ADD COLUMN "reset_email" text;