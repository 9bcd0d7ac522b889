CREATE TABLE "console"."critical_results" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."critical_results_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"order_id" uuid NOT NULL,
	"result_at" timestamp (3) with time zone NOT NULL,
	"result_at_ns" integer DEFAULT 0 NOT NULL,
	"result_id" bigint
);
--> statement-breakpoint
CREATE TABLE "console"."critical_starts" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."critical_starts_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"starts_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "console"."critical_callbacks" ADD COLUMN "result_id" bigint;--> statement-breakpoint
ALTER TABLE "console"."critical_acknowledgements" ADD COLUMN "result_id" bigint;--> statement-breakpoint
ALTER TABLE "console"."critical_acknowledgements" ADD COLUMN "closes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "critical_results_of_order" ON "console"."critical_results" USING btree ("environment","order_id","seq");--> statement-breakpoint
CREATE INDEX "critical_start_of_environment" ON "console"."critical_starts" USING btree ("environment","seq");--> statement-breakpoint
CREATE TRIGGER "critical_results_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "console"."critical_results" FOR EACH STATEMENT EXECUTE FUNCTION "console"."refuse_change"();
--> statement-breakpoint
ALTER TABLE "console"."critical_results" ENABLE ALWAYS TRIGGER "critical_results_append_only";--> statement-breakpoint
CREATE TRIGGER "critical_starts_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "console"."critical_starts" FOR EACH STATEMENT EXECUTE FUNCTION "console"."refuse_change"();
--> statement-breakpoint
ALTER TABLE "console"."critical_starts" ENABLE ALWAYS TRIGGER "critical_starts_append_only";
