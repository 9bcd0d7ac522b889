DROP INDEX "service"."orders_critical";--> statement-breakpoint
ALTER TABLE "service"."orders" ALTER COLUMN "interpretation" SET DATA TYPE text collate "C";--> statement-breakpoint
UPDATE "service"."orders" SET "interpretation" = 'unknown' WHERE "interpretation" IS NULL OR "interpretation" NOT IN ('normal', 'abnormal', 'critical');--> statement-breakpoint
ALTER TABLE "service"."orders" ALTER COLUMN "interpretation" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_interpretation_newest" ON "service"."orders" USING btree ("team_id","interpretation","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "orders_method_newest" ON "service"."orders" USING btree ("team_id","method","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "orders_activation_newest" ON "service"."orders" USING btree ("team_id","activation_type","created_at" DESC NULLS FIRST,"id");