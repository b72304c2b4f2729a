/*
 * files.h: a set of small text files, read below one root, for luabox. Names are kept relative to
 * the root and sorted on demand; what cannot be read is simply absent (the Lua side says so).
 */
#ifndef RIDGE_CURRICULUM_FILES_H
#define RIDGE_CURRICULUM_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include "luabox.h"

enum { FILES_MAX = 8192, FILES_MAX_SIZE = 2 << 20 };

/*
 * A place besides the root that may hold labs/ID and kernels/ID: a pack, or an author's course. Its pack.lua
 * is read under the name LABEL/pack.lua.
 */
struct shelf {
    char *dir, *label;
};

struct files {
    const char *root; /* borrowed */
    const struct shelf *shelves; /* borrowed; looked at where the root has no such lab */
    size_t nshelves;
    struct luabox_file *list;
    size_t n, size;
};

/*
 * Where `name` is looked for: the root, unless it is below labs/ID or kernels/ID, the root has neither, and a
 * shelf has labs/ID. So no shelf can add a file to a lab of the root, or to another shelf's. Borrowed.
 */
const char *files_home(const struct files *f, const char *name);

/* Reads home/name; false when it is no readable regular file, too large, or the set is full. */
bool files_add(struct files *f, const char *name);

/* Adds every file of home/dir whose name ends in `suffix` (any, when NULL), in sorted order. */
void files_add_dir(struct files *f, const char *dir, const char *suffix);

/* Adds the files that "{{! path ... }}" directives in `text` name, below labs, kernels, runner, curriculum; and of a
 * "{{> id#Section }}" the quoted page, what has its facts, and the snippets in it. */
void files_add_included(struct files *f, const char *text);

/* A page's text ("md") or its questions ("lua") with what it includes; false when there is no such file. */
bool files_add_page(struct files *f, const char *id, const char *suffix);

/* A file of another folder, under the name "copy/NAME": a learner's copy of a file that a tour goes through. */
bool files_add_copy(struct files *f, const char *dir, const char *name);

/* The small tables of curriculum/. */
void files_add_tables(struct files *f);

const struct luabox_file *files_find(const struct files *f, const char *name);

void files_finish(struct files *f);

/* Names of the entries of root/dir that end in `suffix`, sorted; NULL-terminated, you own it. */
char **files_names(const char *root, const char *dir, const char *suffix, bool directories);

void files_names_free(char **names);

/* "prelude/02-five-axes", "cards/qat", "deep/d07", "tours/llm.c": the path of a page below curriculum/, without its
 * suffix. */
bool files_page_id(const char *what);

/* "deep/d07" of "d07", "D07" and "deep/D07", written to `ret`; anything else as it came. */
enum { FILES_DEEP = 9 };
const char *files_deep_id(const char *what, char ret[FILES_DEEP]);

/* Ids become paths: letters, digits, '-' and '_' only, fewer than 100. */
bool files_safe_id(const char *id);

/* A lab's id, or that of one of its drills: "w02-transpose", "w02-transpose/swizzle". */
bool files_lab_id(const char *id);

/* The folder of such an id below labs/ and kernels/, in `ret`: "w02-transpose", "w02-transpose/drills/swizzle". */
enum { FILES_PLACE = 224 };
const char *files_lab_place(const char *id, char ret[FILES_PLACE]);

/* The ids of the labs of one place of `f`, root or shelf: a new list. What another place shadows is none of them. */
json_t *files_labs(const struct files *f, const char *home);

/* [{"file","labs"}] of the shelves; adds their pack.lua. A new list. */
json_t *files_add_packs(struct files *f);

#endif
