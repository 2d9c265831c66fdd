-- Points that were never given, or that would have been taken: nobody is promised them any more.
UPDATE "debt" SET "points" = 0 WHERE "points" < 0 OR ("loyalty_code" IS NULL AND "points" <> 0);--> statement-breakpoint
ALTER TABLE "debt" ADD CONSTRAINT "debt_points" CHECK ("debt"."points" >= 0 and ("debt"."loyalty_code" is not null or "debt"."points" = 0));