CREATE TABLE "console"."worklist_marks" (
	"environment" text NOT NULL,
	"order_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"owner" json,
	"snooze" json,
	CONSTRAINT "worklist_marks_environment_order_id_pk" PRIMARY KEY("environment","order_id")
);
