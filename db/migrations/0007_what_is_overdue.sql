CREATE INDEX "login_guess_oldest" ON "login_guess" USING btree ("not_before");--> statement-breakpoint
CREATE INDEX "mailed_code_expiring" ON "mailed_code" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "session_expiring" ON "session" USING btree ("expires_at");