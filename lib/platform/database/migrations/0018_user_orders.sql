ALTER TABLE "console"."directory_users" ADD COLUMN "changed_on" timestamp (3) with time zone;--> statement-breakpoint
-- What is older than these columns is written again by the next crawl; until then nobody counts as changed.
UPDATE "console"."directory_users" SET "changed_on" = "created_on", "digest" = '';--> statement-breakpoint
ALTER TABLE "console"."directory_users" ALTER COLUMN "changed_on" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."directory_users" ADD COLUMN "zone_key" text collate "C";--> statement-breakpoint
CREATE INDEX "directory_users_changed" ON "console"."directory_users" USING btree ("environment","changed_on" DESC NULLS FIRST,"user_id");--> statement-breakpoint
CREATE INDEX "directory_users_by_zone" ON "console"."directory_users" USING btree ("environment","zone_key","user_id");