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

struct files {
    const char *root; /* borrowed */
    struct luabox_file *list;
    size_t n, size;
};

/* Reads root/name; false when it is no readable regular file, too large, or the set is full. */
bool files_add(struct files *f, const char *name);

/* Adds every file of root/dir whose name ends in `suffix` (any, when NULL), in sorted order. */
void files_add_dir(struct files *f, const char *dir, const char *suffix);

/* Adds what "{{! path a b }}" directives in `text` name, below labs, kernels, runner, curriculum.
 */
void files_add_included(struct files *f, const char *text);

const struct luabox_file *files_find(const struct files *f, const char *name);

void files_finish(struct files *f);

/* Names of the entries of root/dir that end in `suffix`, sorted; NULL-terminated, you own it. */
char **files_names(const char *root, const char *dir, const char *suffix, bool directories);

void files_names_free(char **names);

#endif
