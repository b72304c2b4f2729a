/*
 * pack_store.h: the packs in the learner's home: packs/NAME/ with the pack's files and .pack.json, which says whose it
 * is; and packs/keys.json, which author's key each name has had, also after the pack was removed.
 */
#ifndef TUI_PACK_STORE_H
#define TUI_PACK_STORE_H

#include "app.h"
#include "runner/base/util.h"

/* What .pack.json says of an installed pack: {"name","version","title","author","key","source","labs":[id]}; NULL when
 * there is none of that name. You own the reference. */
json_t *pack_store_get(const struct app *a, const char *name);

/* All of them, by name. A new array. */
json_t *pack_store_list(const struct app *a);

/* The key that `name` was added with first, in base64; NULL: not known here. You own the storage. */
char *pack_store_key(const struct app *a, const char *name);

/*
 * Puts a pack of pack_read() in its place, in one step: what was there of that name stays until all of the new one is
 * written and its Lua has been evaluated in the box. `source`: where it came from. -1 with a sentence that has the
 * file and line of what is wrong; nothing has changed then.
 */
int pack_store_put(struct app *a, const json_t *pack, const char *source, struct err *e);

/* Takes it away; its key stays known. -1 with a sentence. */
int pack_store_remove(const struct app *a, const char *name, struct err *e);

#endif
