CREATE TABLE "rate_limit" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"full_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "rate_limit_full" ON "rate_limit" USING btree ("full_at");