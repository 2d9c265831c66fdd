CREATE TABLE "rule_proposal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rule" jsonb NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone,
	"simulation" jsonb,
	"state" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "rule_proposal_second" CHECK ("rule_proposal"."decided_by" <> "rule_proposal"."proposed_by" or "rule_proposal"."state" = 'withdrawn'),
	CONSTRAINT "rule_proposal_decided" CHECK (("rule_proposal"."state" = 'waits') = ("rule_proposal"."decided_by" is null))
);
