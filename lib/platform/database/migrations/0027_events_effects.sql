CREATE TABLE "console"."connection_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."connection_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"user_id" uuid NOT NULL,
	"slug" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "console"."directory_connections" ADD COLUMN "beat_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."directory_connections" ADD COLUMN "gaps" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."directory_connections" ADD COLUMN "silent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."directory_connections" ADD COLUMN "received" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."directory_connections" ADD COLUMN "available" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."directory_connections" ADD COLUMN "denied" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."booking_changes" ADD COLUMN "event_id" bigint;--> statement-breakpoint
ALTER TABLE "console"."bookings" ADD COLUMN "appointment_id" uuid;--> statement-breakpoint
ALTER TABLE "console"."bookings" ADD COLUMN "event_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "connection_changes_of" ON "console"."connection_changes" USING btree ("environment","user_id","slug","id");--> statement-breakpoint
CREATE INDEX "directory_connections_silent" ON "console"."directory_connections" USING btree ("environment","silent_at");