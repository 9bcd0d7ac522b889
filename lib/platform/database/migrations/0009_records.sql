CREATE TABLE "console"."record_history" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."record_history_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"id" uuid NOT NULL,
	"body" json NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."records" (
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"body" json NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "records_environment_kind_key_pk" PRIMARY KEY("environment","kind","key")
);
--> statement-breakpoint
INSERT INTO "console"."records" (environment, kind, key, version, body, at)
SELECT environment, 'stuck_limits', 'limits', version, json_build_object('days', days, 'changed_by', changed_by), changed_at FROM "console"."stuck_limits";
--> statement-breakpoint
INSERT INTO "console"."records" (environment, kind, key, version, body, at)
SELECT environment, 'worklist_mark', order_id::text, version, json_build_object('owner', owner, 'snooze', snooze), now() FROM "console"."worklist_marks";
--> statement-breakpoint
INSERT INTO "console"."records" (environment, kind, key, version, body, at)
SELECT environment, 'import', id::text, 1, json_build_object('id', id, 'owner_id', owner_id, 'started_by', started_by, 'started_at', to_char(started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'changed_at', to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'provider', provider, 'state', state, 'rows', rows, 'connected', connected, 'failed', failed), changed_at FROM "console"."past_imports";
--> statement-breakpoint
INSERT INTO "console"."records" (environment, kind, key, version, body, at)
SELECT environment, 'view_default', list || ' ' || holder, 1, json_build_object('view_id', view_id), now() FROM "console"."view_defaults";
--> statement-breakpoint
DROP TABLE "console"."past_imports";--> statement-breakpoint
DROP TABLE "console"."stuck_limits";--> statement-breakpoint
DROP TABLE "console"."worklist_marks";--> statement-breakpoint
DROP TABLE "console"."view_defaults";--> statement-breakpoint
CREATE UNIQUE INDEX "history_entry_once" ON "console"."record_history" USING btree ("environment","kind","id");--> statement-breakpoint
CREATE INDEX "history_of_record" ON "console"."record_history" USING btree ("environment","kind","key","seq");
--> statement-breakpoint
CREATE TRIGGER "record_history_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "console"."record_history" FOR EACH STATEMENT EXECUTE FUNCTION "console"."refuse_change"();
--> statement-breakpoint
ALTER TABLE "console"."record_history" ENABLE ALWAYS TRIGGER "record_history_append_only";
--> statement-breakpoint
CREATE TRIGGER "record_history_chain" AFTER INSERT ON "console"."record_history" FOR EACH ROW EXECUTE FUNCTION "console"."chain_record"('seq');
--> statement-breakpoint
ALTER TABLE "console"."record_history" ENABLE ALWAYS TRIGGER "record_history_chain";
