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

/* `note` is LUASTATE_NOTE bytes that the parent can read too. Never returns. */
_Noreturn void luastate_run(const struct luabox_job *job, char *note, luastate_sink *sink,
                            void *ctx);

#endif
