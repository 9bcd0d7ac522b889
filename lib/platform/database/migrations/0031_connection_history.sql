ALTER TABLE "service"."connections" ADD COLUMN "history_at" timestamp (3) with time zone;--> statement-breakpoint
-- What was connected before this has sent its data already.
UPDATE "service"."connections" SET "history_at" = "created_on";--> statement-breakpoint
CREATE INDEX "connections_without_history" ON "service"."connections" USING btree ("created_on") WHERE history_at is null;
