CREATE TABLE "console"."event_bodies" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."event_rejections" (
	"environment" text NOT NULL,
	"reason" text NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "event_rejections_environment_minute_reason_pk" PRIMARY KEY("environment","minute","reason")
);
--> statement-breakpoint
CREATE TABLE "console"."event_samples" (
	"series" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"value" double precision NOT NULL,
	"unit" text NOT NULL,
	"zone_offset" integer,
	"seq" bigint NOT NULL,
	CONSTRAINT "event_samples_series_at_pk" PRIMARY KEY("series","at")
);
--> statement-breakpoint
CREATE TABLE "console"."event_series" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."event_series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"user_id" uuid NOT NULL,
	"resource" text collate "C" NOT NULL,
	"source_slug" text collate "C" NOT NULL,
	"source_type" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."event_versions" (
	"environment" text NOT NULL,
	"key" text collate "C" NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_versions_environment_key_pk" PRIMARY KEY("environment","key")
);
--> statement-breakpoint
CREATE TABLE "console"."events" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"message_id" text collate "C" NOT NULL,
	"event_type" text NOT NULL,
	"form" text NOT NULL,
	"user_id" uuid NOT NULL,
	"client_user_id" text,
	"source_slug" text,
	"source_name" text,
	"order_id" uuid,
	"outcome" text NOT NULL,
	"related" bigint,
	"replaces" bigint,
	"samples" integer NOT NULL,
	"samples_replaced" integer NOT NULL,
	"samples_same" integer NOT NULL,
	"bytes" integer NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"expunged_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "event_series_once" ON "console"."event_series" USING btree ("environment","user_id","resource","source_slug","source_type");--> statement-breakpoint
CREATE UNIQUE INDEX "events_once" ON "console"."events" USING btree ("environment","message_id") WHERE outcome <> 'duplicate';--> statement-breakpoint
CREATE INDEX "events_newest" ON "console"."events" USING btree ("environment","seq");--> statement-breakpoint
CREATE INDEX "events_received" ON "console"."events" USING btree ("environment","received_at");--> statement-breakpoint
CREATE INDEX "events_of_user" ON "console"."events" USING btree ("environment","user_id","seq");--> statement-breakpoint
CREATE INDEX "events_of_order" ON "console"."events" USING btree ("environment","order_id","seq") WHERE order_id is not null;