/*
 * pack.h: a course as one file: a tar of manifest.json, manifest.sig and files/PATH, signed with its author's Ed25519
 * key. The manifest names every file with its size and hash, and the signature covers the manifest's bytes, and so all
 * of it. The same files make the same bytes.
 *
 * PATH is pack.lua, README.md, LICENSE, or lies below labs/ID or kernels/ID, where ID begins with the pack's name and
 * a hyphen. There are no others, no links and no bytes that are not UTF-8 text, so that a pack can be read.
 */
#ifndef RIDGE_GRADER_PACK_H
#define RIDGE_GRADER_PACK_H

#include <jansson.h>
#include <stdbool.h>

#include "grader/intake/bundle.h"

#define PACK_END ".ridge-pack.tar"

enum { PACK_NAME = 21 };

/* May this be a pack's name? 2 to 20 small letters and digits, and none that begins ids of Ridge's own labs. */
bool pack_name_ok(const char *name);

/* Three numbers with dots between: is it a version, and how does it compare (below, equal, above 0)? */
bool pack_version_ok(const char *version);
int pack_version_compare(const char *a, const char *b);

/* Does `path` belong into pack `name`? */
bool pack_takes(const char *name, const char *path);

/* What intake_fetch() is to look for: everything. A new array. */
json_t *pack_wanted(void);

/* {path: text} of a course's folder, as intake_fetch() says it: what belongs into the pack. NULL with why, when
 * something of it can't be taken or a lab has no manifest. */
json_t *pack_collect(const char *name, const json_t *entries, struct err *e);

/* The ids of the labs that {path: text} holds, sorted; NULL with why. A new array. */
json_t *pack_labs(const json_t *files, struct err *e);

/* The whole tar. `about`: {"name","version","title"[,"author","license","summary","edition","judged"]}, `ridge`: the
 * version that wrote it, `files` of pack_collect(). -1 with a sentence. */
int pack_make(const json_t *about, const char *ridge, const json_t *files, const struct bundle_key *key,
              struct text *ret, struct err *e);

/*
 * Reads what intake_fetch() says of a pack (hostile): a new {"name","version","title","author","ridge","key",
 * "labs":[id],"files":{path: text}[,"edition":"student"][,"judged":{id: hash}]}, or NULL with why it is not taken: a
 * file too many, too few, twice, changed, or where none belongs; a signature that does not fit; names and versions that
 * are none.
 */
json_t *pack_read(const json_t *entries, struct err *e);

#endif
