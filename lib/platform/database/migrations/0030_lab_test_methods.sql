CREATE TABLE "console"."catalogue_methods" (
	"environment" text NOT NULL,
	"lab_test" text collate "C" NOT NULL,
	"method" text collate "C" NOT NULL,
	CONSTRAINT "catalogue_methods_environment_lab_test_method_pk" PRIMARY KEY("environment","lab_test","method")
);
