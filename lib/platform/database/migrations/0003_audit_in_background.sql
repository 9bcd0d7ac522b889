ALTER INDEX "console"."audit_about" SET (gin_pending_list_limit = 16384);--> statement-breakpoint
ALTER TABLE "console"."audit_progress" ADD COLUMN "subjects_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP TRIGGER "audit_subjects" ON "console"."audit";--> statement-breakpoint
DROP FUNCTION "console"."add_audit_subjects"();--> statement-breakpoint
INSERT INTO "console"."audit_progress" (last_id, subjects_id)
	SELECT 0, coalesce(max(id), 0) FROM "console"."audit"
	ON CONFLICT ("only") DO UPDATE SET subjects_id = excluded.subjects_id;
