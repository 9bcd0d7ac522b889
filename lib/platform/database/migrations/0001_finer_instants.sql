ALTER TABLE "console"."event_samples" DROP CONSTRAINT "event_samples_series_at_pk";--> statement-breakpoint
ALTER TABLE "console"."bookings" ADD COLUMN "event_at_ns" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."event_samples" ADD COLUMN "at_ns" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."event_versions" ADD COLUMN "at_ns" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."critical_callbacks" ADD COLUMN "result_at_ns" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."critical_acknowledgements" ADD COLUMN "result_at_ns" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."event_samples" ADD CONSTRAINT "event_samples_series_at_at_ns_pk" PRIMARY KEY("series","at","at_ns");
