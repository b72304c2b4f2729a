/*
 * luajson.h: Lua values from JSON and to JSON. Internal to luastate.c; the rules are in luabox.h.
 */
#ifndef RIDGE_LUAJSON_H
#define RIDGE_LUAJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>
#include <lua.h>

struct luajson_sink {
    size_t limit; /* bytes of JSON */
    void (*fail)(void *ctx,
                 const char *why); /* does not return; names the path of what is no JSON */
    void *ctx;
};

/* Call once for each state, before the other functions. */
void luajson_open(lua_State *L);

/* Marks the table on the top as a list or an object. */
void luajson_mark(lua_State *L, bool array);

/* A null in an object is left out; in a list it is the light userdata NULL. */
void luajson_push(lua_State *L, const json_t *j);

/* The value on the top as JSON text, yours to free. */
char *luajson_write(lua_State *L, const struct luajson_sink *sink, size_t *ret_size);

/*
 * All strings below `value` without what must never reach a terminal: controls but newlines and tabs, and changes of
 * direction, become U+FFFD. A pack's titles, hints and messages are somebody else's.
 */
void luajson_clean(json_t *value);

#endif
