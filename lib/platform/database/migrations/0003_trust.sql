CREATE TABLE "console"."installation_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL
);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "console"."chain_audit"() RETURNS trigger LANGUAGE plpgsql SET timezone = 'UTC' AS $$
DECLARE
	newest record;
BEGIN
	SELECT id, hash INTO newest FROM console.audit ORDER BY id DESC LIMIT 1;
	-- An entry far ahead would leave no room for those that come, and one behind would stand among those of before.
	IF NEW.id <= newest.id OR NEW.id <> currval('console.audit_id_seq') THEN
		RAISE EXCEPTION 'console.audit gives out its ids itself' USING ERRCODE = 'insufficient_privilege';
	END IF;
	NEW.hash := sha256(coalesce(newest.hash, ''::bytea) || convert_to(jsonb_strip_nulls(to_jsonb(NEW) - 'hash')::text, 'UTF8'));
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION "console"."keep_record"("kept_table" text, "kept_row" bigint, "kept" jsonb) RETURNS void LANGUAGE sql AS $$
	INSERT INTO console.audit (at, environment, action, subjects, outcome, request_id, duration, details)
	VALUES (clock_timestamp(), kept ->> 'environment', 'record_kept', '{}', 'done', '', 0, jsonb_build_object(
		'table', kept_table, 'row', kept_row, 'sha256', encode(sha256(convert_to(jsonb_strip_nulls(kept)::text, 'UTF8')), 'hex')
	));
$$;
--> statement-breakpoint
CREATE FUNCTION "console"."chain_record"() RETURNS trigger LANGUAGE plpgsql SET timezone = 'UTC' AS $$
BEGIN
	PERFORM console.keep_record(TG_TABLE_NAME, (to_jsonb(NEW) ->> TG_ARGV[0])::bigint, to_jsonb(NEW));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "booking_changes_chain" AFTER INSERT ON "console"."booking_changes" FOR EACH ROW EXECUTE FUNCTION "console"."chain_record"('id');
--> statement-breakpoint
CREATE TRIGGER "acknowledgements_chain" AFTER INSERT ON "console"."critical_acknowledgements" FOR EACH ROW EXECUTE FUNCTION "console"."chain_record"('id');
--> statement-breakpoint
CREATE TRIGGER "callbacks_chain" AFTER INSERT ON "console"."critical_callbacks" FOR EACH ROW EXECUTE FUNCTION "console"."chain_record"('seq');
--> statement-breakpoint
ALTER TABLE "console"."booking_changes" ENABLE ALWAYS TRIGGER "booking_changes_chain";
--> statement-breakpoint
ALTER TABLE "console"."critical_acknowledgements" ENABLE ALWAYS TRIGGER "acknowledgements_chain";
--> statement-breakpoint
ALTER TABLE "console"."critical_callbacks" ENABLE ALWAYS TRIGGER "callbacks_chain";
--> statement-breakpoint
SET LOCAL timezone = 'UTC';
--> statement-breakpoint
SELECT "console"."keep_record"('booking_changes', id, to_jsonb(one)) FROM "console"."booking_changes" AS one ORDER BY id;
--> statement-breakpoint
SELECT "console"."keep_record"('critical_acknowledgements', id, to_jsonb(one)) FROM "console"."critical_acknowledgements" AS one ORDER BY id;
--> statement-breakpoint
SELECT "console"."keep_record"('critical_callbacks', seq, to_jsonb(one)) FROM "console"."critical_callbacks" AS one ORDER BY seq;
