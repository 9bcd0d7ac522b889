ALTER TABLE "console"."audit" ADD COLUMN "hash" "bytea" DEFAULT ''::bytea NOT NULL;--> statement-breakpoint
CREATE FUNCTION "console"."lock_audit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Ids are given out after this: their order is the order of the chain, however many instances write.
	PERFORM pg_advisory_xact_lock(7316222);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "console"."chain_audit"() RETURNS trigger LANGUAGE plpgsql SET timezone = 'UTC' AS $$
BEGIN
	NEW.hash := sha256(
		coalesce((SELECT hash FROM console.audit ORDER BY id DESC LIMIT 1), ''::bytea)
		|| convert_to(jsonb_strip_nulls(to_jsonb(NEW) - 'hash')::text, 'UTF8')
	);
	RETURN NEW;
END $$;
--> statement-breakpoint
ALTER TABLE "console"."audit" DISABLE TRIGGER "audit_append_only";--> statement-breakpoint
DO $$
DECLARE
	entry console.audit;
	previous bytea := ''::bytea;
BEGIN
	SET LOCAL timezone = 'UTC';
	FOR entry IN SELECT * FROM console.audit ORDER BY id LOOP
		previous := sha256(previous || convert_to(jsonb_strip_nulls(to_jsonb(entry) - 'hash')::text, 'UTF8'));
		UPDATE console.audit SET hash = previous WHERE id = entry.id;
	END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE "console"."audit" ENABLE ALWAYS TRIGGER "audit_append_only";--> statement-breakpoint
CREATE TRIGGER "audit_lock" BEFORE INSERT ON "console"."audit" FOR EACH STATEMENT EXECUTE FUNCTION "console"."lock_audit"();
--> statement-breakpoint
CREATE TRIGGER "audit_chain" BEFORE INSERT ON "console"."audit" FOR EACH ROW EXECUTE FUNCTION "console"."chain_audit"();
--> statement-breakpoint
ALTER TABLE "console"."audit" ENABLE ALWAYS TRIGGER "audit_lock";--> statement-breakpoint
ALTER TABLE "console"."audit" ENABLE ALWAYS TRIGGER "audit_chain";--> statement-breakpoint
CREATE TRIGGER "acknowledgements_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "console"."critical_acknowledgements" FOR EACH STATEMENT EXECUTE FUNCTION "console"."refuse_change"();
--> statement-breakpoint
ALTER TABLE "console"."critical_acknowledgements" ENABLE ALWAYS TRIGGER "acknowledgements_append_only";--> statement-breakpoint
CREATE TRIGGER "booking_changes_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "console"."booking_changes" FOR EACH STATEMENT EXECUTE FUNCTION "console"."refuse_change"();
--> statement-breakpoint
ALTER TABLE "console"."booking_changes" ENABLE ALWAYS TRIGGER "booking_changes_append_only";
