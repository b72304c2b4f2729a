/*
 * Any bytes as a learner's answer, to a question of each kind that reads more than a number or an option: the verdict
 * is one of the statuses, says something, keeps the expected answer to itself, and no line of Lua fails.
 * sources: -I/usr/include/lua5.4 -llua5.4 -lm
 */
#include "fuzz.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <string.h>

/* The host functions that no answer needs fail loudly. */
static const char setup[] =
    "local root, R = ..., {}\n"
    "local function same(t) return t end\n"
    "local function none() error('not here') end\n"
    "local host = {array = same, object = same, null = {}, note = none, text = none, expr = none, compile = none,\n"
    "  slips = function(a, b) return a == b and 0 or 2 end,\n"
    "  located = function(fn) return function(...) return fn('fuzz', 1, ...) end end}\n"
    "for _, name in ipairs{'base', 'schema', 'units', 'format', 'philox', 'wrap', 'template', 'question', 'expr',\n"
    "                      'prose', 'answer', 'diagnose'} do\n"
    "  assert(loadfile(root .. '/curriculum/lua/' .. name .. '.lua'))(host, R)\n"
    "end\n"
    "local q = R.constructors.q\n"
    "local asked = {\n"
    "  q.expr{id = 'expr', ask = 'a', worked = 'w', unit = 's', points = 8, answer = 'n/b + 0*N/b',\n"
    "    vars = {n = {1, 9, unit = 'B', grow = true}, b = {1, 9, unit = 'B/s'}, N = {2, 8, int = true}},\n"
    "    wrong = {{expr = 'n*b', hint = 'h'}, {expr = 'n', hint = 'h'}}},\n"
    "  q.table{id = 'table', ask = 'a', worked = 'w', rows = {'r', 's'}, columns = {'c', 'd'}, unit = 'MB',\n"
    "    answer = {{1, 2}, {3, 4}}},\n"
    "  q.table{id = 'units', ask = 'a', worked = 'w', rows = {'r', 's'}, columns = {'c', 'd'}, units = {'1', 'MB'},\n"
    "    exact = {1}, answer = {{1, 2}, {3, 4}}, wrong = {{cell = {'*', 2}, value = 5, hint = 'h'}}},\n"
    "  q.diagnose{id = 'diagnose', source = 'made', from = 'f', ask = 'a', worked = 'w', claim = 1, fix = 2,\n"
    "    claims = {'n', 'b', 'N'}, fixes = {'x', 'a', 'e'}, hints = {claim = {[2] = 'h'}, fix = {[3] = 'h'}},\n"
    "    lines = {{'1', role = 'for'}, {'2', role = 'for'}, {'3', role = 'for'}, {'4', role = 'against', hint = 'h'},\n"
    "             {'5', role = 'against', hint = 'h'}, {'6', role = 'neutral'}, {'7', role = 'neutral'}}},\n"
    "  q.order{id = 'order', ask = 'a', items = {'i', 'j', 'k', 'l'}, same = {{2, 3}},\n"
    "    wrong = {{before = {4, 1}, hint = 'h'}}},\n"
    "  q.measured{id = 'measured', ask = 'a', worked = 'w', unit = 'tok', lab = 'l', case = 'c', counters = {'w'},\n"
    "    reference = {w = 2}, answer = function(f, p, own) return own.w end},\n"
    "  q.measured{id = 'bench', ask = 'a', worked = 'w', unit = 'GB/s', lab = 'l', bench = 'b', fields = {'gbps'},\n"
    "    reference = {gbps = 2}, answer = function(f, p, own) return own.gbps end},\n"
    "  q.text{id = 'text', ask = 'n b N 2 1 3', rubric = {'i', 'j'}, min_words = 2},\n"
    "  q.sketch{id = 'sketch', ask = 'a', worked = 'w', answer = function() return {bw = 1, peak = 2, at = 1} end},\n"
    "}\n"
    "assert(#R.errors == 0, R.errors[1] and R.errors[1].message)\n"
    "local known = {PASS = true, FAIL = true, INVALID = true, PENDING = true}\n"
    "return function(text)\n"
    "  for _, item in ipairs(asked) do\n"
    "    local r = R.grade_answer(R.instance({name = 'fuzz', f = {}, hw = {}}, item, 1, nil, {attempt = 1, values = {w = 3, gbps = 3}}), text)\n"
    "    assert(known[r.status] and #r.message > 0, item.id)\n"
    "    assert(r.status == 'PASS' or not r.expected and not r.worked, item.id)\n"
    "    assert(not r.column or r.column <= utf8.len(r.typed), item.id)\n"
    "  end\n"
    "  assert(#R.errors == 0, R.errors[1] and R.errors[1].message)\n"
    "end\n";

static lua_State *started(void)
{
    char root[4096];
    lua_State *lua = luaL_newstate();
    MUST(lua && strlen(__FILE__) < sizeof root);
    strcpy(root, __FILE__);
    char *end = strstr(root, "/tests/fuzz/");
    MUST(end);
    *end = 0;
    luaL_openlibs(lua);
    int bad = luaL_loadbuffer(lua, setup, sizeof setup - 1, "setup");
    lua_pushstring(lua, root);
    if (bad || lua_pcall(lua, 1, 1, 0)) {
        fprintf(stderr, "%s\n", lua_tostring(lua, -1));
        MUST(0);
    }
    return lua;
}

static void give(lua_State *lua, const char *text, size_t size)
{
    lua_pushvalue(lua, -1);
    lua_pushlstring(lua, text, size);
    if (lua_pcall(lua, 1, 0, 0)) {
        fprintf(stderr, "%.*s\n%s\n", (int)size, text, lua_tostring(lua, -1));
        MUST(0);
    }
}

/* Each byte as a word of what may be typed: the fuzzer does not see into Lua, so that bytes alone hit few answers. */
static size_t words(const uint8_t *data, size_t size, char *ret, size_t room)
{
    static const char *const word[] = { "n", "b", "N", "n/b", "2", "1,000", "1e9", ".5", "(", ")", "sqrt(", "min(",
        "max(", "log(", "exp(", "abs(", "+", "-", "*", "/", "^", ",", ";", "|", " ", "\n", "\t", "\u00b7", "\u00b2", "\u2212",
        "\u03c0", "pi", "MB", "GiB", "s", "%", "=", "a", "1", "3", "4", "x", "0", "tanh(", "**", "e", ">", "TB/s" };
    size_t used = 0;
    for (size_t k = 0; k < size; k++) {
        const char *w = word[data[k] % (sizeof word / sizeof *word)];
        size_t n = strlen(w);
        if (used + n > room)
            break;
        memcpy(ret + used, w, n);
        used += n;
    }
    return used;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static lua_State *lua;
    char text[4096];
    if (!lua)
        lua = started();
    give(lua, (const char *)data, size);
    give(lua, text, words(data, size, text, sizeof text));
    return 0;
}
