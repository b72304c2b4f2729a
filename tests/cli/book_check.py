#!/usr/bin/env python3
"""A book as its reader meets it: each page parses, each link has its target, nothing is fetched, no id stands twice.

    book_check.py DIR       of pages (*.html)
    book_check.py FILE      an EPUB: also that the package lists what is there, and mimetype comes first, stored
"""
import os
import re
import sys
import zipfile
import xml.etree.ElementTree as ET

sys.path.append("/usr/lib/python3/dist-packages")  # where a system's package puts it, whichever python runs this
try:
    import html5lib
except ImportError:
    html5lib = None

XHTML = "{http://www.w3.org/1999/xhtml}"
OPF = "{http://www.idpf.org/2007/opf}"
FETCHED = {"script", "img", "iframe", "object", "embed", "video", "audio", "source", "form", "base", "style"}


def pages_of(path):
    """{name: bytes} of every file of the book."""
    if os.path.isdir(path):
        return {n: open(os.path.join(path, n), "rb").read() for n in sorted(os.listdir(path))}
    with zipfile.ZipFile(path) as z:
        first = z.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", 0), "mimetype is not first, or not stored"
        assert z.read("mimetype") == b"application/epub+zip"
        files = {n: z.read(n) for n in z.namelist()}
    package = ET.fromstring(files["book/book.opf"])
    listed = {i.get("href"): i.get("id") for i in package.iter(OPF + "item")}
    spine = [i.get("idref") for i in package.iter(OPF + "itemref")]
    there = {n[len("book/"):] for n in files if n.startswith("book/")} - {"book.opf"}
    assert there == set(listed), there ^ set(listed)
    assert len(spine) == len(set(spine)) and set(spine) == set(listed.values()) - {"css"}, "the spine is not the pages"
    return {n[len("book/"):]: b for n, b in files.items() if n.startswith("book/") and n != "book/book.opf"}


def check_page(name, text, ids, links):
    tree = ET.fromstring(text)
    own = set()
    for e in tree.iter():
        tag = e.tag.replace(XHTML, "")
        assert tag not in FETCHED, f"{name}: <{tag}>"
        assert not any(a.startswith("on") or a in ("style", "src") for a in e.attrib), f"{name}: {e.attrib}"
        if e.get("id"):
            assert e.get("id") not in own, f"{name}: id {e.get('id')} stands twice"
            own.add(e.get("id"))
        if e.get("href"):
            links.append((name, e.get("href"), tag))
    ids[name] = own
    if html5lib:
        html5lib.HTMLParser(strict=True).parse(re.sub(rb"^<\?xml[^>]*\?>\s*", b"", text))


def main():
    files, ids, links = pages_of(sys.argv[1]), {}, []
    css = files["book.css"].decode()
    assert "url(" not in css and "@import" not in css, "the style fetches something"
    for name, text in files.items():
        if name.endswith("html"):
            check_page(name, text, ids, links)
    inner = 0
    for name, href, tag in links:
        if href.startswith(("https://", "http://")):
            assert tag == "a", f"{name} fetches {href}"
            continue
        page, _, anchor = href.partition("#")
        page = page or name
        assert page in files, f"{name}: {href} leads nowhere"
        assert not anchor or anchor in ids[page], f"{name}: {href} has no such place"
        inner += 1
    reached, todo = set(), [n for n in ids if n in ("index.html", "nav.xhtml")]
    assert todo, "there are no contents"
    while todo:
        page = todo.pop()
        if page not in reached:
            reached.add(page)
            todo += [h.partition("#")[0] for n, h, _ in links if n == page and h.partition("#")[0] in ids]
    assert reached == set(ids), f"not reached from the contents: {set(ids) - reached}"
    print(f"{len(ids)} pages, {inner} links{', html5lib' if html5lib else ''}")


main()
