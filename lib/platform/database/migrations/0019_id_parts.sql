CREATE TABLE "console"."audit_subjects" (
	"subject" text collate "C" NOT NULL,
	"environment" text NOT NULL,
	CONSTRAINT "audit_subjects_subject_environment_pk" PRIMARY KEY("subject","environment")
);
--> statement-breakpoint
INSERT INTO "console"."audit_subjects" (subject, environment)
	SELECT DISTINCT one, coalesce(environment, '') FROM "console"."audit", unnest(subjects) AS one;
--> statement-breakpoint
CREATE FUNCTION "console"."add_audit_subjects"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- In one order, so that two instances never wait for each other.
	INSERT INTO console.audit_subjects (subject, environment)
		SELECT DISTINCT one, coalesce(environment, '') FROM added, unnest(subjects) AS one
		ORDER BY 1, 2
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_subjects" AFTER INSERT ON "console"."audit" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "console"."add_audit_subjects"();
--> statement-breakpoint
ALTER TABLE "console"."audit" ENABLE ALWAYS TRIGGER "audit_subjects";
--> statement-breakpoint
CREATE INDEX "audit_subjects_parts" ON "console"."audit_subjects" USING gin (replace("subject", '-', '') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "directory_users_id_parts" ON "console"."directory_users" USING gin (replace("user_id"::text, '-', '') gin_trgm_ops);