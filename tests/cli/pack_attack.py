"""A pack as an attacker makes it: pack_attack.py FIXTURE KEY COURSE OUT [KIND]. All but what KIND spoils is right, and
what an author could sign is signed rightly."""
import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile

fixture, key, course, out = sys.argv[1:5]
kind = sys.argv[5] if len(sys.argv) > 5 else ""
NAME = "evil"
LUA = {
    "lua-loop": "while true do end",
    "lua-pcall-loop": "while true do pcall(function() while true do end end) end",
    "lua-memory": "local s = 'x' while true do s = s .. s end",
    "lua-pattern": "string.find(string.rep('a', 40), string.rep('a?', 40) .. string.rep('a', 40) .. '.*b')",
    "lua-os": "os.execute('touch /tmp/evil')",
    "lua-io": "local f = io.open('/etc/passwd')",
    "lua-require": "require('posix')",
    "lua-load": "load('return 1')()",
    "lua-syntax": "this is no Lua",
}


def course_files():
    files = {}
    for folder, _, names in os.walk(course):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as f:
                files[os.path.relpath(path, course)] = f.read()
    return files


files = course_files()
lab = "labs/evil-rows/lab.lua"
if kind in LUA:
    files[lab] = (LUA[kind] + "\n").encode() + files[lab]
if kind == "title-escape-lua":
    files[lab] = files[lab].replace(b'title = "', b'title = "\\27]0;own\\7\\27[2J', 1)
if kind.startswith("pack-lua-"):
    files["pack.lua"] = (LUA[kind[5:]] + "\n").encode() + files["pack.lua"]
PLACED = {
    "place-up": "labs/evil-rows/../../../../up",
    "place-absolute": "/tmp/evil",
    "place-prelude": "curriculum/lua/main.lua",
    "place-own-lab": "labs/w01-roofline/harness.c",
    "place-own-kernel": "kernels/w01-roofline/oracle.c",
    "place-other-pack": "labs/other-rows/lab.lua",
    "place-record": ".pack.json",
    "place-hidden": "labs/evil-rows/.hidden",
    "place-backslash": "labs/evil-rows/a\\b",
    "place-deep": "labs/evil-rows/a/b/c/d/e",
}
if kind in PLACED:
    files[PLACED[kind]] = b"x"
if kind == "binary":
    files["labs/evil-rows/blob.c"] = b"int a;\0"
if kind == "no-manifest":
    del files[lab]

# what an oracle does as it is loaded, for a learner who tests the lab
ORACLE = {
    "oracle-reads": 'if (open("@HOME@/.ssh/id_ed25519", O_RDONLY) < 0) refuses = 1;',
    "oracle-writes": 'if (open("@HOME@/evil", O_WRONLY | O_CREAT, 0644) < 0) refuses = 1;',
    "oracle-connects": "socket(AF_INET, SOCK_STREAM, 0);",
    "oracle-forks": "for (;;) fork();",
    "oracle-exits": "exit(0);",
    "oracle-forges": r'puts("{\"event\":\"report\",\"report\":{\"schema\":\"ridge.raw/1\"}}"); fflush(stdout);',
}
if kind in ORACLE:
    source = files["kernels/evil-rows/oracle.c"].decode()
    source = source.replace("{\n", "{\n    if (refuses)\n        return -1;\n", 1)
    deed = ORACLE[kind].replace("@HOME@", os.environ["HOME"])
    head = "".join("#include <%s>\n" % h for h in ("fcntl.h", "stdlib.h", "sys/socket.h", "unistd.h", "ridge/oracle.h"))
    head += "static int refuses;\n__attribute__((constructor)) static void evil(void)\n{\n    %s\n}\n" % deed
    files["kernels/evil-rows/oracle.c"] = (head + source).encode()

manifest = {
    "schema": "ridge.pack/1", "name": NAME, "version": "0.1.0", "title": "evil", "ridge": "0.1.0",
    "key": subprocess.run([fixture, key], capture_output=True, text=True, check=True).stdout.strip(),
    "labs": ["evil-rows"],
    "files": [{"path": p, "size": len(b), "hash": hashlib.blake2b(b, digest_size=32).hexdigest()}
              for p, b in sorted(files.items())],
}
SAID = {
    "name-own": {"name": "w07"}, "name-path": {"name": "../evil"}, "name-none": {"name": None},
    "version-none": {"version": "one"}, "version-other": {"version": "0.2.0"}, "ridge-newer": {"ridge": "99.0.0"},
    "title-escape": {"title": "\u001b[2J"}, "title-turned": {"title": "evil \u202e"},
    "schema-other": {"schema": "ridge.bundle/1"}, "files-none": {"files": 1},
    "key-none": {"key": ""},
}
manifest.update(SAID.get(kind, {}))
text = json.dumps(manifest).encode()
if kind == "manifest-huge":
    text += b" " * (2 << 20)
if kind == "manifest-no-json":
    text = b"{"
with open(out + ".manifest", "wb") as f:
    f.write(text[:1 << 20])
sig = subprocess.run([fixture, key, out + ".manifest"], capture_output=True, check=True).stdout.strip()
os.unlink(out + ".manifest")
if kind == "manifest-changed":
    text = text.replace(b'"evil"', b'"Evil"', 1)
if kind == "signature-changed":
    sig = (b"B" if sig[:1] == b"A" else b"A") + sig[1:]
if kind == "file-changed":
    files["kernels/evil-rows/oracle.c"] += b" "
if kind == "file-missing":
    del files["kernels/evil-rows/naive.c"]


def add(tar, name, data=b"", **more):
    info = tarfile.TarInfo(name)
    info.size = len(data)
    for k, v in more.items():
        setattr(info, k, v)
    tar.addfile(info, io.BytesIO(data))


with tarfile.open(out, "w:gz" if kind.startswith("bomb") else "w") as tar:
    add(tar, "manifest.json", text)
    if kind != "signature-none":
        add(tar, "manifest.sig", sig)
    mode = 0o6777 if kind == "setuid" else 0o644
    for path, data in sorted(files.items()):
        add(tar, "files/" + path, data, mode=mode)
    if kind == "symlink":
        add(tar, "files/labs/evil-rows/link", type=tarfile.SYMTYPE, linkname="/etc/passwd")
    if kind == "symlink-folder":
        add(tar, "files/labs/evil-rows/mutants/x", type=tarfile.SYMTYPE, linkname="/tmp")
        add(tar, "files/labs/evil-rows/mutants/x/y", b"x")
    if kind == "hardlink":
        add(tar, "files/labs/evil-rows/link", type=tarfile.LNKTYPE, linkname="files/pack.lua")
    if kind == "device":
        add(tar, "files/labs/evil-rows/dev", type=tarfile.CHRTYPE, devmajor=1, devminor=3)
    if kind == "fifo":
        add(tar, "files/labs/evil-rows/pipe", type=tarfile.FIFOTYPE)
    if kind == "tar-up":
        add(tar, "files/../../up", b"x")
    if kind == "tar-absolute":
        add(tar, "/tmp/evil", b"x")
    if kind == "file-extra":
        add(tar, "files/labs/evil-rows/extra.c", b"x")
    if kind == "file-twice":
        add(tar, "files/pack.lua", files["pack.lua"])
    if kind == "bomb-large":
        add(tar, "files/labs/evil-rows/zeros.c", b" " * (20 << 20))
    if kind == "bomb-ratio":
        for k in range(5):
            add(tar, "files/labs/evil-rows/zeros%d.c" % k, b" " * (3 << 20))
    if kind == "bomb-count":
        for k in range(1100):
            add(tar, "files/labs/evil-rows/n%d.c" % k, b"x")
if kind == "cut-off":
    with open(out, "r+b") as f:
        f.truncate(os.path.getsize(out) // 2)
if kind == "no-archive":
    with open(out, "wb") as f:
        f.write(b"hello\n")
