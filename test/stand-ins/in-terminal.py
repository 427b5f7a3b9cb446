"""Runs a command in a terminal of its own: in-terminal.py '[["what it asks", "what is typed"], …]' command…

Each text is typed once what it waits for has been shown. Prints all that was shown, and the exit code, as JSON.
"""

import json
import os
import pty
import sys

dialogue = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])

shown = b""
seen = 0
while True:
    try:
        chunk = os.read(terminal, 65536)
    except OSError:  # EIO: the command has ended
        break
    if not chunk:
        break
    shown += chunk
    if dialogue:
        question, answer = dialogue[0]
        at = shown.find(question.encode(), seen)
        if at >= 0:
            seen = at + len(question.encode())
            dialogue.pop(0)
            os.write(terminal, answer.encode())

_, status = os.waitpid(pid, 0)
print(json.dumps({"shown": shown.decode(), "code": os.waitstatus_to_exitcode(status)}))
