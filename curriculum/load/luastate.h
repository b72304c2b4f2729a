/*
 * luastate.h: the Lua side of luabox, run inside the child. Not for other users: without luabox.c's
 * process around it nothing here bounds a C function of Lua's library.
 */
#ifndef RIDGE_LUASTATE_H
#define RIDGE_LUASTATE_H

#include "luabox.h"

enum { LUASTATE_NOTE = 128 };

/* Called at most once, with the final answer; must not return. */
typedef void luastate_sink(void *ctx, enum luabox_status status, const char *text, size_t size);

/* The job's files in the order of their names, those of one name as they were given; for the life of the process. NULL
 * without memory. qsort() may make calls that no filter lets through: call it before there is one. */
const struct luabox_file **luastate_by_name(const struct luabox_job *job);

/* `by_name` is what luastate_by_name() gave, `note` LUASTATE_NOTE bytes that the parent can read too. Never returns. */
_Noreturn void luastate_run(const struct luabox_job *job, const struct luabox_file **by_name, char *note,
                            luastate_sink *sink, void *ctx);

#endif
