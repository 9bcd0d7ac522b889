CREATE TABLE "console"."critical_callbacks" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."critical_callbacks_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"result_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"recorded_by_id" text NOT NULL,
	"recorded_by_name" text NOT NULL,
	"called" text NOT NULL,
	"called_name" text,
	"outcome" text NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"note" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "callback_once" ON "console"."critical_callbacks" USING btree ("environment","id");--> statement-breakpoint
CREATE INDEX "callbacks_of_order" ON "console"."critical_callbacks" USING btree ("environment","order_id","seq");--> statement-breakpoint
CREATE TRIGGER "callbacks_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "console"."critical_callbacks" FOR EACH STATEMENT EXECUTE FUNCTION "console"."refuse_change"();
--> statement-breakpoint
ALTER TABLE "console"."critical_callbacks" ENABLE ALWAYS TRIGGER "callbacks_append_only";
