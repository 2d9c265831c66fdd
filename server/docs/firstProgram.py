"""Logs in, lists loyalties and movements, and sends a message. Python 3, standard library only."""
import json, random, sys, time, urllib.error, urllib.request

BASE = sys.argv[1] if len(sys.argv) > 1 else "SERVER/api"
USER, PASSWORD = "ana@demo.surtidor.uy", "demo-surtidor"
token = ""


def audit_number():
    """At most 20 letters, digits and hyphens, another one for each request."""
    return f"py-{random.randrange(10**9):09d}"


def call(path, fields, number=None):
    """Makes a call: the fields of a 00, or an exception with the reason of a refusal."""
    header = {"auditNumber": number or audit_number(), "version": "b-1.7.0",
              "netId": "FIRST", "netDescription": "First program", "userSessionToken": token}
    body = json.dumps({"requestHeader": header, **fields}).encode()
    kind = {"Content-Type": "text/plain; charset=utf-8"}
    request = urllib.request.Request(f"{BASE}/{path}", body, kind)
    for _ in range(3):
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                answer = json.load(response)
            break
        except urllib.error.HTTPError as error:
            # The same body is sent again: it has one effect, however often it arrives.
            if error.code not in (429, 503):
                raise
            time.sleep(int(error.headers.get("Retry-After", 1)))
    else:
        raise RuntimeError(f"{path}: the server is busy")
    header = answer["responseHeader"]
    if header["responseCode"] != "00":
        reason = header.get("reason", header["responseDescription"])
        raise RuntimeError(f"{path}: {header['responseCode']} {reason}")
    return answer


def pages(path, name, fields):
    """The items of a list, page by page."""
    after = ""
    while True:
        answer = call(path, {**fields, "count": 10, "after": after})
        yield from answer[name]
        after = answer["next"]
        if not after:
            return


answer = call("user/process/login", {"user": USER, "password": PASSWORD})
token = answer["user"]["userSessionToken"]
print("Signed in as", answer["user"]["firstName"])

for loyalty in call("loyalty/process/loyalties", {})["loyalties"]:
    code = loyalty["loyaltyCode"]
    print(f"Loyalty {code}, {loyalty['programmeName']}: {loyalty['points']} points")
    bought = list(pages("financial/process/movements", "movements", {"loyaltyCode": code}))
    where = bought[0]["branchName"] if bought else "no station"
    print(f"  {len(bought)} movements in 90 days, the last at {where}")

message = {"type": "Consulta", "title": "First program", "text": "Hello from Python."}
sent = lambda: len(list(pages("user/process/sentMessages", "messages", {})))
before, number = sent(), audit_number()
call("user/process/contact", message, number)
call("user/process/contact", message, number)
print("Two equal requests sent", sent() - before, "message")
call("user/process/logout", {})
