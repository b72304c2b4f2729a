/*
 * packs.h: labs besides Ridge's own: the packs in the learner's home, and the author's course in whose folders the user
 * works. A pack is packs/NAME/ with the pack's files and .pack.json, the record of where the pack came from;
 * packs/keys.json keeps which author's key each name has had, also after the pack was removed.
 */
#ifndef TUI_PACKS_H
#define TUI_PACKS_H

#include "app.h"
#include "runner/base/util.h"

/* The folder of all packs in the home; free() it. */
char *packs_folder(const struct app *a);

/*
 * Adds the author's course and the packs to the curriculum. The course is the nearest folder upwards with a pack.lua of
 * this user; a->course gets its path. A pack whose labs lie in the course is left out: the author sees the source.
 */
void packs_open(struct app *a);

/* The .pack.json of an installed pack: {"name","version","title","author","key","source","labs":[id]}; NULL when there
 * is no pack of that name. You own the reference. */
json_t *packs_get(const struct app *a, const char *name);

/* The records of all packs, by name. A new array. */
json_t *packs_list(const struct app *a);

/* The author's key that `name` was last installed with, in base64; NULL for a name never installed. free() it. */
char *packs_key(const struct app *a, const char *name);

/*
 * Installs a pack of pack_read() in one step: an older pack of the same name stays until all of the new one is written
 * and its Lua has been evaluated in the box. `source`: where the pack came from. -1 with a sentence that has the file
 * and line of what is wrong; nothing has changed then.
 */
int packs_put(struct app *a, const json_t *pack, const char *source, struct err *e);

/* Removes a pack; its key stays known. -1 with a sentence. */
int packs_remove(const struct app *a, const char *name, struct err *e);

#endif
