CREATE TABLE "service"."webhook_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service"."webhook_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"ms" integer NOT NULL,
	"status" integer,
	"failure" text,
	"response_type" text,
	"response" text,
	"is_cut" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service"."webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"lane" uuid NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone,
	"last_at" timestamp (3) with time zone,
	"last_ms" integer,
	"last_status" integer,
	"last_failure" text
);
--> statement-breakpoint
CREATE TABLE "service"."webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"url" text,
	"event_types" json,
	"sealed" text,
	"previous_sealed" text,
	"previous_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"disabled_reason" text,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."webhook_messages" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service"."webhook_messages_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text collate "C" NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"client_user_id" text,
	"order_id" uuid,
	"event_type" text collate "C" NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"data" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."webhook_replays" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"filters" json NOT NULL,
	"last_id" bigint NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"cursor" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"canceled_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "service"."webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "service"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "service"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_seq_webhook_messages_seq_fk" FOREIGN KEY ("seq") REFERENCES "service"."webhook_messages"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_attempts_of_delivery" ON "service"."webhook_attempts" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "webhook_attempts_at" ON "service"."webhook_attempts" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "service"."webhook_deliveries" USING btree ("endpoint_id","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_open" ON "service"."webhook_deliveries" USING btree ("endpoint_id","lane","seq") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "service"."webhook_deliveries" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_of_team" ON "service"."webhook_endpoints" USING btree ("team_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_messages_id" ON "service"."webhook_messages" USING btree ("id");--> statement-breakpoint
CREATE INDEX "webhook_messages_of_team" ON "service"."webhook_messages" USING btree ("team_id","at");--> statement-breakpoint
CREATE INDEX "webhook_messages_at" ON "service"."webhook_messages" USING btree ("at");