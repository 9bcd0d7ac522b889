CREATE TABLE "console"."booking_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."booking_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"booking_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"by_id" text,
	"by_name" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "console"."bookings" (
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"state" text NOT NULL,
	"version" integer NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"asked_by_id" text NOT NULL,
	"asked_by_name" text NOT NULL,
	"gives_up_at" timestamp (3) with time zone,
	"status" integer,
	"answer" text,
	"start_at" timestamp (3) with time zone,
	"end_at" timestamp (3) with time zone,
	"iana_timezone" text,
	"provider" text,
	CONSTRAINT "bookings_environment_id_pk" PRIMARY KEY("environment","id")
);
--> statement-breakpoint
CREATE INDEX "booking_changes_of" ON "console"."booking_changes" USING btree ("environment","booking_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_one_open" ON "console"."bookings" USING btree ("environment","order_id") WHERE state in ('in_flight', 'pending', 'confirmed');--> statement-breakpoint
CREATE INDEX "bookings_of_order" ON "console"."bookings" USING btree ("environment","order_id");--> statement-breakpoint
CREATE INDEX "bookings_newest" ON "console"."bookings" USING btree ("environment","asked_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "bookings_by_visit" ON "console"."bookings" USING btree ("environment","start_at");--> statement-breakpoint
CREATE INDEX "bookings_in_flight" ON "console"."bookings" USING btree ("asked_at") WHERE state = 'in_flight';