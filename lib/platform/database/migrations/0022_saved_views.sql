-- Written by hand, so that views of orders stay what they are: drizzle-kit would make an empty table.
ALTER TABLE "console"."order_views" RENAME TO "saved_views";--> statement-breakpoint
ALTER SEQUENCE "console"."order_views_number_seq" RENAME TO "saved_views_number_seq";--> statement-breakpoint
ALTER TABLE "console"."saved_views" RENAME CONSTRAINT "order_views_environment_id_pk" TO "saved_views_environment_id_pk";--> statement-breakpoint
ALTER TABLE "console"."saved_views" ADD COLUMN "list" text DEFAULT 'orders' NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."saved_views" ALTER COLUMN "list" DROP DEFAULT;--> statement-breakpoint
DROP INDEX "console"."order_views_own_names";--> statement-breakpoint
DROP INDEX "console"."order_views_shared_names";--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_own_names" ON "console"."saved_views" USING btree ("environment","list","owner_id","name_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_shared_names" ON "console"."saved_views" USING btree ("environment","list","name_key") WHERE shared and deleted_at is null;--> statement-breakpoint
ALTER TABLE "console"."order_view_defaults" RENAME TO "view_defaults";--> statement-breakpoint
ALTER TABLE "console"."view_defaults" ADD COLUMN "list" text DEFAULT 'orders' NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."view_defaults" ALTER COLUMN "list" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "console"."view_defaults" DROP CONSTRAINT "order_view_defaults_environment_holder_pk";--> statement-breakpoint
ALTER TABLE "console"."view_defaults" ADD CONSTRAINT "view_defaults_environment_list_holder_pk" PRIMARY KEY("environment","list","holder");
