/* luajson.c: Lua values from JSON and to JSON, with the two marks that tell lists from objects. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "luajson.h"
#include "runner/base/utf8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

enum { MAX_DEPTH = 64 };

static const char array_key, object_key; /* registry keys of the two marking metatables */

/* --- JSON in ------------------------------------------------------------------------------ */

void luajson_mark(lua_State *L, bool array)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, array ? &array_key : &object_key);
    lua_setmetatable(L, -2);
}

static void push_value(lua_State *L, const json_t *j, int depth)
{
    if (depth > MAX_DEPTH)
        luaL_error(L, "the argument is nested too deeply");
    luaL_checkstack(L, 8, "argument");
    switch (j ? json_typeof(j) : JSON_NULL) {
    case JSON_NULL:
        lua_pushlightuserdata(L, NULL);
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        lua_pushboolean(L, json_is_true(j));
        break;
    case JSON_INTEGER:
        lua_pushinteger(L, json_integer_value(j));
        break;
    case JSON_REAL:
        lua_pushnumber(L, json_real_value(j));
        break;
    case JSON_STRING:
        lua_pushlstring(L, json_string_value(j), json_string_length(j));
        break;
    case JSON_ARRAY: {
        size_t n = json_array_size(j);
        lua_createtable(L, (int)n, 0);
        luajson_mark(L, true);
        for (size_t k = 0; k < n; k++) {
            push_value(L, json_array_get(j, k), depth + 1);
            lua_rawseti(L, -2, (lua_Integer)k + 1);
        }
        break;
    }
    case JSON_OBJECT: {
        lua_createtable(L, 0, (int)json_object_size(j));
        luajson_mark(L, false);
        /* jansson's iterator takes a non-const pointer but does not write */
        void *it = json_object_iter((json_t *)(size_t)j);
        for (; it; it = json_object_iter_next((json_t *)(size_t)j, it)) {
            const json_t *v = json_object_iter_value(it);
            if (json_is_null(v))
                continue; /* a null field reads as an absent one */
            push_value(L, v, depth + 1);
            lua_setfield(L, -2, json_object_iter_key(it));
        }
        break;
    }
    }
}

/* --- JSON out ----------------------------------------------------------------------------- */

struct out {
    const struct luajson_sink *sink;
    char *p;
    size_t n, size;
    char path[256];
};

_Noreturn static void out_fail(struct out *o, const char *why)
{
    char text[400];
    snprintf(text, sizeof text, "result%s: %s", o->path, why);
    o->sink->fail(o->sink->ctx, text);
    abort(); /* fail does not return */
}

static void out_add(struct out *o, const char *p, size_t n)
{
    if (n > o->sink->limit - o->n)
        out_fail(o, "there is more JSON than the result may hold");
    if (o->n + n > o->size) {
        size_t size = o->size ? o->size : 65536;
        while (size < o->n + n)
            size *= 2;
        char *grown = realloc(o->p, size);
        if (!grown)
            out_fail(o, "out of memory");
        o->p = grown;
        o->size = size;
    }
    memcpy(o->p + o->n, p, n);
    o->n += n;
}

static void out_string(struct out *o, const char *p, size_t n)
{
    static const char hex[] = "0123456789abcdef";
    out_add(o, "\"", 1);
    size_t from = 0;
    for (size_t k = 0; k < n; k++) {
        unsigned char c = (unsigned char)p[k];
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        out_add(o, p + from, k - from);
        from = k + 1;
        if (c == '"' || c == '\\') {
            out_add(o, (char[]){'\\', (char)c}, 2);
        } else if (c == '\n') {
            out_add(o, "\\n", 2);
        } else {
            out_add(o, (char[]){'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]}, 6);
        }
    }
    out_add(o, p + from, n - from);
    out_add(o, "\"", 1);
}

static bool is_marked(lua_State *L, int t, const char *key)
{
    if (!lua_getmetatable(L, t))
        return false;
    lua_rawgetp(L, LUA_REGISTRYINDEX, key);
    bool same = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return same;
}

/* Length of a list, 0 for an empty table, -1 when the table is no list. */
static lua_Integer list_length(lua_State *L, int t)
{
    lua_Integer n = 0, top = (lua_Integer)lua_rawlen(L, t);
    lua_pushnil(L);
    while (lua_next(L, t)) {
        lua_pop(L, 1);
        if (!lua_isinteger(L, -1) || lua_tointeger(L, -1) < 1 || lua_tointeger(L, -1) > top) {
            lua_pop(L, 1);
            return -1;
        }
        n++;
    }
    return n == top ? n : -1;
}

static void out_value(struct out *o, lua_State *L, int depth);

static void out_table(struct out *o, lua_State *L, int depth)
{
    int t = lua_gettop(L);
    size_t path = strlen(o->path);
    if (depth > MAX_DEPTH)
        out_fail(o, "a table is nested too deeply, or contains itself");
    lua_Integer n = list_length(L, t);
    if (is_marked(L, t, &array_key) ? n >= 0 : n > 0 && !is_marked(L, t, &object_key)) {
        out_add(o, "[", 1);
        for (lua_Integer k = 1; k <= n; k++) {
            if (k > 1)
                out_add(o, ",", 1);
            snprintf(o->path + path, sizeof o->path - path, "[%lld]", (long long)k);
            lua_rawgeti(L, t, k);
            out_value(o, L, depth + 1);
            lua_pop(L, 1);
        }
        o->path[path] = 0;
        out_add(o, "]", 1);
        return;
    }
    bool first = true;
    out_add(o, "{", 1);
    lua_pushnil(L);
    while (lua_next(L, t)) {
        if (lua_type(L, -2) != LUA_TSTRING)
            out_fail(o, "a table has holes, or both names and numbers as keys");
        size_t size;
        const char *key = lua_tolstring(L, -2, &size);
        if (!first)
            out_add(o, ",", 1);
        first = false;
        out_string(o, key, size);
        out_add(o, ":", 1);
        snprintf(o->path + path, sizeof o->path - path, ".%s", key);
        out_value(o, L, depth + 1);
        lua_pop(L, 1);
    }
    o->path[path] = 0;
    out_add(o, "}", 1);
}

static void out_value(struct out *o, lua_State *L, int depth)
{
    char text[64];
    size_t size;
    luaL_checkstack(L, 8, "result");
    switch (lua_type(L, -1)) {
    case LUA_TNIL:
        out_add(o, "null", 4);
        break;
    case LUA_TLIGHTUSERDATA:
        out_add(o, "null", 4);
        break;
    case LUA_TBOOLEAN:
        if (lua_toboolean(L, -1))
            out_add(o, "true", 4);
        else
            out_add(o, "false", 5);
        break;
    case LUA_TNUMBER:
        if (lua_isinteger(L, -1)) {
            snprintf(text, sizeof text, "%lld", (long long)lua_tointeger(L, -1));
        } else {
            double d = lua_tonumber(L, -1);
            if (!isfinite(d))
                out_fail(o, "a number is not finite");
            snprintf(text, sizeof text, "%.17g", d);
            if (!strpbrk(text, ".e"))
                strcat(text, ".0");
        }
        out_add(o, text, strlen(text));
        break;
    case LUA_TSTRING: {
        const char *p = lua_tolstring(L, -1, &size);
        out_string(o, p, size);
        break;
    }
    case LUA_TTABLE:
        out_table(o, L, depth);
        break;
    default:
        snprintf(text, sizeof text, "a %s cannot become JSON", luaL_typename(L, -1));
        out_fail(o, text);
    }
}

/* --- interface ---------------------------------------------------------------------------- */

void luajson_open(lua_State *L)
{
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &array_key);
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &object_key);
}

void luajson_push(lua_State *L, const json_t *j)
{
    push_value(L, j, 0);
}

char *luajson_write(lua_State *L, const struct luajson_sink *sink, size_t *ret_size)
{
    struct out o = {.sink = sink};
    out_value(&o, L, 0);
    *ret_size = o.n;
    return o.p;
}

/* --- for terminals -------------------------------------------------------------------------- */

/* Whether the character at `at` may stay, a carriage return before a line's end alone; which it is, and its length. */
static bool harmless(const char *s, size_t n, size_t at, uint32_t *ret, size_t *ret_used)
{
    uint32_t c = *ret = utf8_decode(s + at, n - at, ret_used);
    return !utf8_is_unsafe(c) || c == '\n' || c == '\t' || (c == '\r' && s[at + *ret_used] == '\n');
}

static bool is_plain(char c)
{
    return c >= ' ' && c <= '~';
}

static void clean_string(json_t *string)
{
    const char *s = json_string_value(string);
    size_t n = json_string_length(string), at = 0, len = 0, used;
    uint32_t c;
    while (at < n && (is_plain(s[at]) || harmless(s, n, at, &c, &used)))
        at += is_plain(s[at]) ? 1 : used;
    char *out = at < n ? malloc(3 * n + 1) : NULL; /* a byte becomes three at most */
    if (!out)
        return;
    for (at = 0; at < n; at += used) {
        bool stays = harmless(s, n, at, &c, &used);
        len += utf8_put(stays ? c : 0xFFFD, out + len);
    }
    json_string_setn(string, out, len);
    free(out);
}

void luajson_clean(json_t *value)
{
    const char *key;
    json_t *member;
    size_t k;
    if (json_is_string(value))
        clean_string(value);
    json_object_foreach(value, key, member)
        luajson_clean(member);
    json_array_foreach(value, k, member)
        luajson_clean(member);
}
