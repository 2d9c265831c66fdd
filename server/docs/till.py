"""A till: makes a key, enrols, and sends a signed heartbeat. Python 3 and the program openssl."""
import base64, hashlib, json, random, subprocess, sys, tempfile, time, urllib.request
from email.utils import parsedate_to_datetime
from pathlib import Path

BASE = "SERVER/api"
KEY = Path("till.pem")
ahead = 0  # By how many seconds the server's clock is ahead of this one.


def openssl(*arguments):
    return subprocess.run(["openssl", *arguments], check=True, capture_output=True).stdout


def public_key():
    """The 32 bytes of the public key: the last ones of its DER form."""
    return openssl("pkey", "-in", KEY, "-pubout", "-outform", "DER")[-32:]


def sign(data):
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        return openssl("pkeyutl", "-sign", "-rawin", "-inkey", KEY, "-in", file.name)


def b64(data):
    return base64.b64encode(data).decode()


def signature(url, body, number):
    """The header fields of RFC 9530 and RFC 9421."""
    keyid = base64.urlsafe_b64encode(hashlib.sha256(public_key()).digest()).decode().rstrip("=")
    digest = f"sha-256=:{b64(hashlib.sha256(body).digest())}:"
    created = int(time.time() + ahead)
    covered = (f'("@method" "@target-uri" "content-digest")'
               f';created={created};keyid="{keyid}";nonce="{number}"')
    base = (f'"@method": POST\n"@target-uri": {url}\n"content-digest": {digest}\n'
            f'"@signature-params": {covered}')
    return {"Content-Digest": digest, "Signature-Input": f"sig={covered}",
            "Signature": f"sig=:{b64(sign(base.encode()))}:"}


def call(path, fields, signed=True):
    """The answer of a call. A wrong clock is corrected by the refusal, and the call sent again."""
    global ahead
    url, number = f"{BASE}/{path}", f"till-{random.randrange(10**9):09d}"
    header = {"auditNumber": number, "version": "b-1.7.0", "netDescription": "Till"}
    body = json.dumps({"requestHeader": header, **fields}).encode()
    for _ in range(2):
        headers = {"Content-Type": "application/json"}
        headers |= signature(url, body, number) if signed else {}
        request = urllib.request.Request(url, body, headers)
        with urllib.request.urlopen(request, timeout=60) as response:
            answer = json.load(response)
        result = answer["responseHeader"]
        if result.get("reason") != "wrong_clock":
            break
        ahead = parsedate_to_datetime(response.headers["Date"]).timestamp() - time.time()
        print("The clock was wrong")
    if result["responseCode"] != "00":
        raise RuntimeError(f"{path}: {result.get('reason', result['responseDescription'])}")
    return answer


if len(sys.argv) > 1:
    if not KEY.exists():
        openssl("genpkey", "-algorithm", "ed25519", "-out", KEY)
    fields = {"enrolmentCode": sys.argv[1], "publicKey": b64(public_key())}
    enrolled = call("station/process/enrolTerminal", fields, signed=False)
    print("Enrolled as", enrolled["terminalName"], "of", enrolled["branchName"])
answer = call("station/process/heartbeat", {})
print(answer["terminalName"], "heard at", answer["time"])
