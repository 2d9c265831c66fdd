CREATE TABLE "promotion_picture" (
	"address" text PRIMARY KEY NOT NULL,
	"media_type" text NOT NULL,
	"bytes" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reward_proposal" (
	"code" text PRIMARY KEY NOT NULL,
	"programme" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"points" integer NOT NULL,
	"discount" bigint NOT NULL,
	"branches" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"valid_days" integer NOT NULL,
	"state" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "reward_proposal_points" CHECK ("reward_proposal"."points" > 0 and "reward_proposal"."discount" >= 0 and "reward_proposal"."valid_days" >= 0),
	CONSTRAINT "reward_proposal_period" CHECK ("reward_proposal"."first_day" <= "reward_proposal"."last_day"),
	CONSTRAINT "reward_proposal_second" CHECK ("reward_proposal"."decided_by" <> "reward_proposal"."proposed_by" or "reward_proposal"."state" = 'withdrawn'),
	CONSTRAINT "reward_proposal_decided" CHECK (("reward_proposal"."state" = 'waits') = ("reward_proposal"."decided_by" is null))
);
--> statement-breakpoint
ALTER TABLE "reward" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reward_proposal" ADD CONSTRAINT "reward_proposal_programme_programme_code_fk" FOREIGN KEY ("programme") REFERENCES "public"."programme"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "redemption_of_reward" ON "redemption" USING btree ("reward_code","created_at");