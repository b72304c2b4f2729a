#!/usr/bin/env python3
"""sarif_check.py FILE EXPRESSION: whether FILE obeys what SARIF 2.1.0 says of the properties that Ridge writes, and the
expression holds: r are the results, call the invocation, at(result) its physical location."""
import json
import re
import sys
from urllib.parse import unquote

import jsonschema

LEVEL = {"enum": ["none", "note", "warning", "error"]}


def thing(required, **properties):
    """An object that has nothing else: every property of SARIF that Ridge writes stands here."""
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


def some(items, least=0):
    return {"type": "array", "items": items, "minItems": least}


message = thing(["text"], text={"type": "string", "minLength": 1})
place = thing(["artifactLocation"], artifactLocation=thing(["uri"], uri={"type": "string", "format": "uri-reference"}),
              region=thing([], startLine={"type": "integer", "minimum": 1}, startColumn={"type": "integer", "minimum": 1}))
location = thing(["physicalLocation"], physicalLocation=place, message=message,
                 logicalLocations=some(thing([], name={"type": "string"}, kind={"type": "string"})))
result = thing(["message", "ruleId"], ruleId={"type": "string"}, ruleIndex={"type": "integer", "minimum": 0}, level=LEVEL,
               message=message, locations=some(location), relatedLocations=some(location))
rule = thing(["id"], id={"type": "string"}, shortDescription=message, help=message,
             defaultConfiguration=thing([], level=LEVEL))
driver = thing(["name"], name={"type": "string"}, version={"type": "string"}, rules=some(rule))
invocation = thing(["executionSuccessful"], executionSuccessful={"type": "boolean"}, exitCode={"type": "integer"},
                   toolExecutionNotifications=some(thing(["message"], level=LEVEL, message=message)))
run = thing(["tool"], tool=thing(["driver"], driver=driver), columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
            invocations=some(invocation), results=some(result))
document = thing(["version", "runs"], **{"$schema": {"type": "string"}, "version": {"const": "2.1.0"}, "runs": some(run)})

d = json.load(open(sys.argv[1]))
jsonschema.Draft7Validator(document).validate(d)
the_run = d["runs"][0]
r, call, rules = the_run["results"], the_run["invocations"][0], the_run["tool"]["driver"]["rules"]
assert len({x["id"] for x in rules}) == len(rules), "a rule stands there twice"
for x in r:
    assert rules[x["ruleIndex"]]["id"] == x["ruleId"], x
    for where in x.get("locations", []):
        uri = where["physicalLocation"]["artifactLocation"]["uri"]
        assert re.fullmatch(r"(?:[A-Za-z0-9._~/:-]|%[0-9A-F]{2})+", uri), uri
        unquote(uri, errors="strict")


def at(one):
    return one["locations"][0]["physicalLocation"]


if not eval(sys.argv[2]):
    print(json.dumps(d)[:1500])
    sys.exit(1)
