ALTER TABLE "console"."audit" ADD COLUMN "listed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."audit" ADD COLUMN "masked" boolean DEFAULT false NOT NULL;
