/* luastate.c: a capped Lua state and the host functions of the prelude. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "luastate.h"
#include "luajson.h"
#include "runner/base/slips.h"
#include "runner/base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

enum { HOOK_EVERY = 10000 };

struct state {
    const struct luabox_job *job;
    luastate_sink *sink;
    void *ctx;
    char *note;
    size_t used, cap;
    long long steps, max_steps;
    double deadline;
    const struct luabox_file **by_name; /* the job's files, sorted */
    char *chunk;
    size_t chunk_left;
    void *free_list[512 / 16 + 1];
};

static struct state *state_of(lua_State *L)
{
    return *(struct state **)lua_getextraspace(L);
}

_Noreturn static void finish(struct state *s, enum luabox_status status, const char *text,
                             size_t size)
{
    s->sink(s->ctx, status, text, size);
    _exit(0);
}

/* --- limits ------------------------------------------------------------------------------- */

/*
 * Blocks up to SMALL bytes come from chunks and go to a free list of their size: Lua says how large
 * a block was, so none needs a header. Nothing is ever given back, the process is short-lived.
 */
enum { SMALL = 512, STEP = 16, CHUNK = 1 << 20 };

static void *small_alloc(struct state *s, size_t size)
{
    size_t list = (size + STEP - 1) / STEP, bytes = list * STEP;
    void *p = s->free_list[list];
    if (p) {
        memcpy(&s->free_list[list], p, sizeof p);
        return p;
    }
    if (s->chunk_left < bytes) {
        s->chunk = malloc(CHUNK);
        s->chunk_left = s->chunk ? CHUNK : 0;
        if (!s->chunk)
            return NULL;
    }
    p = s->chunk;
    s->chunk += bytes;
    s->chunk_left -= bytes;
    return p;
}

static void release(struct state *s, void *p, size_t size)
{
    if (size > SMALL) {
        free(p);
    } else if (p) {
        size_t list = (size + STEP - 1) / STEP;
        memcpy(p, &s->free_list[list], sizeof p);
        s->free_list[list] = p;
    }
}

static void *capped_alloc(void *ud, void *ptr, size_t osize, size_t nsize)
{
    struct state *s = ud;
    if (!ptr)
        osize = 0; /* Lua passes the object's kind here */
    if (nsize == 0) {
        s->used -= osize;
        release(s, ptr, osize);
        return NULL;
    }
    if (nsize > osize && nsize - osize > s->cap - s->used)
        return NULL;
    void *p;
    if (osize > SMALL && nsize > SMALL) {
        p = realloc(ptr, nsize);
    } else if (ptr && nsize <= SMALL && (osize + STEP - 1) / STEP == (nsize + STEP - 1) / STEP) {
        p = ptr;
    } else {
        p = nsize > SMALL ? malloc(nsize) : small_alloc(s, nsize);
        if (p && ptr) {
            memcpy(p, ptr, osize < nsize ? osize : nsize);
            release(s, ptr, osize);
        }
    }
    if (p)
        s->used += nsize - osize;
    return p;
}

/* The hook ends the process itself: an error raised here could be swallowed by pcall. */
static void count_hook(lua_State *L, lua_Debug *ar)
{
    struct state *s = state_of(L);
    char text[400];
    s->steps += HOOK_EVERY;
    bool late = clock_seconds(CLOCK_MONOTONIC) > s->deadline ||
                clock_seconds(CLOCK_PROCESS_CPUTIME_ID) > s->job->limits.cpu_s;
    if (s->steps <= s->max_steps && !late)
        return;
    lua_getinfo(L, "Sl", ar);
    const char *file = ar->source[0] == '@' ? ar->source + 1 : ar->short_src;
    if (late)
        snprintf(text, sizeof text, "%.200s:%d: the code still runs at the deadline (an endless loop?)",
                 file, ar->currentline);
    else
        snprintf(text, sizeof text,
                 "%.200s:%d: the code was stopped after %lld million instructions (an endless loop?)", file,
                 ar->currentline, s->max_steps / 1000000);
    finish(s, late ? LUABOX_DEADLINE : LUABOX_LIMIT, text, strlen(text));
}

/* --- host functions ----------------------------------------------------------------------- */

/* The place in by_name of the first file whose name does not come before `name`. */
static size_t first_from(const struct state *s, const char *name)
{
    size_t low = 0, high = s->job->nfiles;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (strcmp(s->by_name[mid]->name, name) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static const struct luabox_file *find_file(struct state *s, const char *name)
{
    size_t at = first_from(s, name);
    return at < s->job->nfiles && !strcmp(s->by_name[at]->name, name) ? s->by_name[at] : NULL;
}

static int load_text(lua_State *L, const char *text, size_t size, const char *chunk, int env)
{
    int rc = luaL_loadbufferx(L, text, size, chunk, "t");
    if (rc == LUA_OK && !lua_isnoneornil(L, env)) {
        lua_pushvalue(L, env);
        if (!lua_setupvalue(L, -2, 1))
            lua_pop(L, 1);
    }
    return rc;
}

static int host_compile(lua_State *L)
{
    const char *name = luaL_checkstring(L, 1);
    const struct luabox_file *f = find_file(state_of(L), name);
    size_t size = 0;
    const char *text = luaL_optlstring(L, 3, NULL, &size); /* in place of the file's own */
    if (f && !text) {
        text = f->text;
        size = f->size;
    }
    lua_settop(L, 3);
    if (!f) {
        lua_pushnil(L);
        lua_pushinteger(L, 0);
        lua_pushfstring(L, "no such file");
        return 3;
    }
    lua_pushfstring(L, "@%s", name);
    if (load_text(L, text, size, lua_tostring(L, -1), 2) == LUA_OK)
        return 1;
    /* "name:12: what": give line and text apart */
    const char *m = lua_tostring(L, -1), *at = m ? strstr(m, ".lua:") : NULL;
    char *end = NULL;
    long line = at ? strtol(at + 5, &end, 10) : 0;
    lua_pushnil(L);
    lua_pushinteger(L, line);
    lua_pushstring(L, end && *end == ':' ? end + 2 : m ? m : "cannot be read");
    return 3;
}

static int host_expr(lua_State *L)
{
    size_t size;
    const char *text = luaL_checklstring(L, 1, &size);
    luaL_checkstring(L, 2);
    lua_settop(L, 3);
    lua_pushfstring(L, "return %s", text);
    const char *code = lua_tolstring(L, -1, &size);
    lua_pushfstring(L, "=%s", lua_tostring(L, 2));
    if (load_text(L, code, size, lua_tostring(L, -1), 3) == LUA_OK)
        return 1;
    const char *m = lua_tostring(L, -1), *colon = m ? strstr(m, ":1: ") : NULL;
    lua_pushnil(L);
    lua_pushstring(L, colon ? colon + 4 : m);
    return 2;
}

static int host_text(lua_State *L)
{
    const struct luabox_file *f = find_file(state_of(L), luaL_checkstring(L, 1));
    if (!f)
        return 0;
    lua_pushlstring(L, f->text, f->size);
    return 1;
}

static int host_names(lua_State *L)
{
    const struct state *s = state_of(L);
    size_t size = 0;
    const char *prefix = luaL_optlstring(L, 1, "", &size);
    lua_newtable(L);
    for (size_t k = first_from(s, prefix), n = 0; k < s->job->nfiles; k++) {
        if (strncmp(s->by_name[k]->name, prefix, size) != 0)
            break;
        lua_pushstring(L, s->by_name[k]->name);
        lua_rawseti(L, -2, (lua_Integer)++n);
    }
    return 1;
}

/* A C function keeps its caller's frame alive in `return lab {...}`, where a Lua one would not. */
static int call_located(lua_State *L)
{
    lua_Debug ar;
    int n = lua_gettop(L);
    const char *file = "?";
    int line = 0;
    if (lua_getstack(L, 1, &ar) && lua_getinfo(L, "Sl", &ar)) {
        file = ar.source[0] == '@' ? ar.source + 1 : ar.short_src;
        line = ar.currentline > 0 ? ar.currentline : 0;
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushstring(L, file);
    lua_pushinteger(L, line);
    lua_rotate(L, 1, 3);
    lua_call(L, n + 2, LUA_MULTRET);
    return lua_gettop(L);
}

static int host_located(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_pushcclosure(L, call_located, 1);
    return 1;
}

static int host_note(lua_State *L)
{
    snprintf(state_of(L)->note, LUASTATE_NOTE, "%s", luaL_checkstring(L, 1));
    return 0;
}

static int host_mark(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    luajson_mark(L, lua_toboolean(L, lua_upvalueindex(1)));
    return 1;
}

/* A finaliser runs with hooks off, so that no data file may set one. */
static int safe_setmetatable(lua_State *L)
{
    int type = lua_type(L, 2);
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
        return luaL_error(L, "cannot change a protected metatable");
    lua_settop(L, 2);
    if (type == LUA_TTABLE) {
        lua_pushstring(L, "__gc");
        if (lua_rawget(L, 2) != LUA_TNIL)
            return luaL_error(L, "finalisers (__gc) are not available");
        lua_pop(L, 1);
    }
    lua_setmetatable(L, 1);
    return 1;
}

/* host.slips(a, b): of words without a zero byte in them. */
static int host_slips(lua_State *L)
{
    lua_pushinteger(L, slips_between(luaL_checkstring(L, 1), luaL_checkstring(L, 2)));
    return 1;
}

static void push_host(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"compile", host_compile}, {"expr", host_expr}, {"text", host_text}, {"names", host_names},
        {"located", host_located}, {"note", host_note}, {"slips", host_slips}, {NULL, NULL},
    };
    luaL_newlib(L, functions);
    lua_pushlightuserdata(L, NULL);
    lua_setfield(L, -2, "null");
    lua_pushboolean(L, 1);
    lua_pushcclosure(L, host_mark, 1);
    lua_setfield(L, -2, "array");
    lua_pushboolean(L, 0);
    lua_pushcclosure(L, host_mark, 1);
    lua_setfield(L, -2, "object");
}

static void open_libraries(lua_State *L)
{
    static const luaL_Reg libs[] = {
        {LUA_GNAME, luaopen_base},
        {LUA_TABLIBNAME, luaopen_table},
        {LUA_STRLIBNAME, luaopen_string},
        {LUA_MATHLIBNAME, luaopen_math},
        {LUA_UTF8LIBNAME, luaopen_utf8},
        {LUA_COLIBNAME, luaopen_coroutine},
        {NULL, NULL},
    };
    static const char *const drop[] = {"dofile",         "loadfile", "load", "print",
                                       "collectgarbage", "warn",     NULL};
    for (const luaL_Reg *l = libs; l->func; l++) {
        luaL_requiref(L, l->name, l->func, 1);
        lua_pop(L, 1);
    }
    for (int k = 0; drop[k]; k++) {
        lua_pushnil(L);
        lua_setglobal(L, drop[k]);
    }
    lua_pushcfunction(L, safe_setmetatable);
    lua_setglobal(L, "setmetatable");
    lua_getglobal(L, "string");
    lua_pushnil(L);
    lua_setfield(L, -2, "dump");
    /* getmetatable("") must not hand out the table that every string method goes through */
    lua_pushliteral(L, "");
    if (lua_getmetatable(L, -1)) {
        lua_pushboolean(L, 0);
        lua_setfield(L, -2, "__metatable");
        lua_pop(L, 1);
    }
    lua_pop(L, 2);
}

/* --- the run ------------------------------------------------------------------------------ */

static void refuse(void *ctx, const char *why)
{
    finish(ctx, LUABOX_TOO_BIG, why, strlen(why));
}

static int protected_run(lua_State *L)
{
    struct state *s = state_of(L);
    open_libraries(L);
    luajson_open(L);
    push_host(L);
    int host = lua_gettop(L);
    lua_newtable(L);
    int shared = host + 1;
    for (size_t k = 0; k < s->job->nprelude; k++) {
        const struct luabox_file *f = &s->job->prelude[k];
        lua_settop(L, shared);
        lua_pushfstring(L, "@%s", f->name);
        if (luaL_loadbufferx(L, f->text, f->size, lua_tostring(L, -1), "bt") != LUA_OK)
            return lua_error(L);
        lua_pushvalue(L, host);
        lua_pushvalue(L, shared);
        lua_call(L, 2, 1);
    }
    if (!lua_isfunction(L, -1))
        return luaL_error(L, "the last prelude chunk returned no function");
    luajson_push(L, s->job->arg);
    lua_call(L, 1, 1);
    const struct luajson_sink sink = {s->job->limits.result, refuse, s};
    size_t size = 0;
    char *json = luajson_write(L, &sink, &size);
    finish(s, LUABOX_OK, json, size);
}

struct dump {
    char *p;
    size_t n;
};

static int dump_part(lua_State *L, const void *p, size_t n, void *ud)
{
    struct dump *d = ud;
    (void)L;
    char *grown = realloc(d->p, d->n + n + 1);
    if (!grown)
        return 1;
    d->p = grown;
    memcpy(d->p + d->n, p, n);
    d->n += n;
    return 0;
}

bool luabox_compile(const struct luabox_file *text, struct luabox_file *ret)
{
    struct dump d = {0};
    char chunk[256];
    lua_State *L = luaL_newstate();
    if (!L)
        return false;
    snprintf(chunk, sizeof chunk, "@%s", text->name);
    bool ok = luaL_loadbufferx(L, text->text, text->size, chunk, "t") == LUA_OK &&
              lua_dump(L, dump_part, &d, 0) == 0;
    lua_close(L);
    if (!ok) {
        free(d.p);
        return false;
    }
    *ret = (struct luabox_file){text->name, d.p, d.n};
    return true;
}

static int describe(lua_State *L)
{
    if (lua_type(L, 1) != LUA_TSTRING)
        lua_pushfstring(L, "an error that is a %s, not a text", luaL_typename(L, 1));
    return 1;
}

/* Of two files of one name the first that was given comes first. */
static int order_files(const void *a, const void *b)
{
    const struct luabox_file *x = *(const struct luabox_file *const *)a, *y = *(const struct luabox_file *const *)b;
    int by = strcmp(x->name, y->name);
    return by ? by : (x > y) - (x < y);
}

const struct luabox_file **luastate_by_name(const struct luabox_job *job)
{
    const struct luabox_file **ret = calloc(job->nfiles + 1, sizeof *ret);
    for (size_t k = 0; ret && k < job->nfiles; k++)
        ret[k] = &job->files[k];
    if (ret)
        qsort(ret, job->nfiles, sizeof *ret, order_files);
    return ret;
}

void luastate_run(const struct luabox_job *job, const struct luabox_file **by_name, char *note, luastate_sink *sink,
                  void *ctx)
{
    struct state s = {
        .job = job,
        .by_name = by_name,
        .sink = sink,
        .ctx = ctx,
        .note = note,
        .cap = job->limits.memory,
        .max_steps = job->limits.steps,
        .deadline = clock_seconds(CLOCK_MONOTONIC) + job->limits.wall_s,
    };
    static const char no_memory[] = "there is not enough memory (a table or string that grows for ever?)";
    lua_State *L = by_name ? lua_newstate(capped_alloc, &s) : NULL;
    if (!L)
        finish(&s, LUABOX_MEMORY, no_memory, sizeof no_memory - 1);
    *(struct state **)lua_getextraspace(L) = &s;
    lua_gc(L, LUA_GCINC, 1000, 400, 0); /* short lives: collect late, then fast */
    lua_sethook(L, count_hook, LUA_MASKCOUNT, HOOK_EVERY);
    lua_pushcfunction(L, describe);
    lua_pushcfunction(L, protected_run);
    int rc = lua_pcall(L, 0, 0, 1);
    size_t size = 0;
    const char *m = lua_tolstring(L, -1, &size);
    bool memory = rc == LUA_ERRMEM || (m && strstr(m, "not enough memory"));
    if (memory)
        finish(&s, LUABOX_MEMORY, no_memory, sizeof no_memory - 1);
    finish(&s, LUABOX_ERROR, m ? m : "unknown error", m ? size : 13);
}
