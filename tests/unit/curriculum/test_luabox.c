/*
 * test_luabox.c: hostile Lua. Every row is a chunk that a data file or a check could contain; the
 * box must answer with the named status, and what it says must name the place when it can.
 */
#include "curriculum/load/luabox.h"
#include "curriculum/load/luajson.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define LEN(a) (sizeof(a) / sizeof *(a))

/* Runs the text as file "x.lua" with the box's own globals, as a prelude chunk would see them. */
static const char runner[] = "local host = ...\n"
                             "return function(arg)\n"
                             "  host.note('x.lua')\n"
                             "  local fn, line, message = host.compile('x.lua', _G)\n"
                             "  if not fn then error('x.lua:' .. line .. ': ' .. message, 0) end\n"
                             "  return fn(arg, host)\n"
                             "end\n";

static enum luabox_status box(const char *code, const json_t *arg, struct luabox_limits limits,
                              struct luabox_result *ret)
{
    const struct luabox_file prelude = {"runner.lua", runner, sizeof runner - 1};
    const struct luabox_file files[] = {{"x.lua", code, strlen(code)}, {"text.c", "int x;\n", 7}};
    const struct luabox_job job = {&prelude, 1, files, LEN(files), arg, limits};
    return luabox_run(&job, ret);
}

/* A second of computing, however long a busy machine takes for it. */
static const struct luabox_limits small = {
    .wall_s = 60, .cpu_s = 1, .memory = 32 << 20, .steps = 4000000, .result = 1 << 20};

/* A loop that is slow for its instructions meets the end of its time first; both name the line. */
static bool as_expected(enum luabox_status got, enum luabox_status want)
{
    return got == want || (want == LUABOX_LIMIT && got == LUABOX_DEADLINE);
}

struct attack {
    const char *name, *code;
    enum luabox_status status;
    const char *message; /* of the error, or the JSON of the result */
};

static const struct attack attacks[] = {
    {"151 os.execute", "return os and os.execute('echo') or 'no os'", LUABOX_OK, "\"no os\""},
    {"152 io.popen", "return io and io.popen('id') or 'no io'", LUABOX_OK, "\"no io\""},
    {"152 require", "return require == nil and package == nil and debug == nil", LUABOX_OK, "true"},
    {"153 endless loop", "local x\nwhile true do x = 1 end", LUABOX_LIMIT, "x.lua:2: the code was stopped"},
    {"154 pcall loop", "while true do pcall(function() while true do end end) end", LUABOX_LIMIT,
     "x.lua:1"},
    {"155 nested pcall", "local function f() while true do pcall(f) end end f()", LUABOX_LIMIT,
     "x.lua:1"},
    {"155 xpcall handler", "while true do xpcall(error, function() while true do end end) end",
     LUABOX_LIMIT, "x.lua:1"},
    {"156 string.rep", "return #(('x'):rep(1 << 29))", LUABOX_MEMORY, "not enough memory"},
    {"156 string.rep, absurd", "return #(('x'):rep(1 << 62, 'yy'))", LUABOX_ERROR, "x.lua:1"},
    {"156 concat", "local s = 'x' while true do s = s .. s end", LUABOX_MEMORY, "memory"},
    {"156 gsub", "return #(('x'):rep(1e6)):gsub('.', ('y'):rep(1e6))", LUABOX_MEMORY, "memory"},
    {"156 table", "local t = {} for i = 1, 1e9 do t[i] = {} end", LUABOX_MEMORY, "memory"},
    {"156 table.concat",
     "local t = {} for i = 1, 1e3 do t[i] = ('x'):rep(50000) end "
     "return table.concat(t)",
     LUABOX_MEMORY, "memory"},
    {"156 memory caught", "pcall(string.rep, 'x', 1 << 29) return 'went on'", LUABOX_OK,
     "\"went on\""},
    {"156 format", "return #string.format('%99.99f', 1e308)", LUABOX_OK, "409"},
    {"157 pattern", "return (('a'):rep(200000)):find(('.-'):rep(3) .. 'b')", LUABOX_DEADLINE,
     "x.lua: there was no result within 1.0 s"},
    {"157 pattern in pcall", "pcall(string.find, ('a'):rep(30), ('.-'):rep(20) .. 'b')",
     LUABOX_DEADLINE, "pattern"},
    {"158 load", "return load == nil and loadfile == nil and dofile == nil", LUABOX_OK, "true"},
    {"158 dump", "return string.dump == nil and ('').dump == nil", LUABOX_OK, "true"},
    {"158 bytecode", "\x1bLua", LUABOX_ERROR, "binary chunk"},
    {"159 string metatable", "getmetatable('').__index = function() return 'PASS' end",
     LUABOX_ERROR, "index a boolean value"},
    {"160 __gc", "return setmetatable({}, {__gc = function() while true do end end})", LUABOX_ERROR,
     "finalisers (__gc) are not available"},
    {"160 __gc later",
     "local m = {} local t = setmetatable({}, m) "
     "m.__gc = function() while true do end end return 'set too late'",
     LUABOX_OK, "\"set too late\""},
    {"160 __close loop",
     "do local x <close> = setmetatable({}, {__close = function() "
     "while true do end end}) end",
     LUABOX_LIMIT, "x.lua:1"},
    {"161 coroutine", "coroutine.wrap(function() while true do end end)()", LUABOX_LIMIT,
     "x.lua:1"},
    {"161 coroutines", "while true do coroutine.wrap(function() for i = 1, 100 do end end)() end",
     LUABOX_LIMIT, "x.lua:1"},
    {"162 recursion", "local function f() return 1 + f() end return f()", LUABOX_MEMORY, "memory"},
    {"162 tail calls", "local function f() return f() end return f()", LUABOX_LIMIT, "x.lua:1"},
    {"162 deep C", "return ('('):rep(500):find(('('):rep(190))", LUABOX_ERROR, ""},
    {"162 tostring chain", "local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x",
     LUABOX_ERROR, "loop"},
    {"163 sort",
     "local t = {} for i = 1, 1000 do t[i] = i end "
     "table.sort(t, function() return true end)",
     LUABOX_ERROR, "invalid order"},
    {"print", "return print == nil and collectgarbage == nil and warn == nil", LUABOX_OK, "true"},
    {"_G is no way out", "return _G._G._G.os == nil", LUABOX_OK, "true"},
    {"error is a table", "error({})", LUABOX_ERROR, "an error that is a table"},
    {"error is nil", "error()", LUABOX_ERROR, "an error that is a nil"},
    {"syntax", "local x = = 1", LUABOX_ERROR, "x.lua:1: unexpected symbol"},
    {"run time", "\n\nlocal t = nil\nreturn t.x", LUABOX_ERROR, "x.lua:4: attempt to index a nil"},
};

/* Computing time of all evaluations that are over, in seconds. */
static double burnt(void)
{
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

Test(luabox, attacks, .timeout = 120)
{
    for (size_t k = 0; k < LEN(attacks); k++) {
        const struct attack *a = &attacks[k];
        struct luabox_result r;
        double before = burnt();
        enum luabox_status s = box(a->code, NULL, small, &r);
        char *json = r.value ? json_dumps(r.value, JSON_ENCODE_ANY) : NULL;
        const char *said = r.message ? r.message : json ? json : "";
        cr_expect(as_expected(s, a->status), "%s: %s, not %s: %s", a->name, luabox_status_name(s),
                  luabox_status_name(a->status), said);
        cr_expect(strstr(said, a->message), "%s: '%s' lacks '%s'", a->name, said, a->message);
        cr_expect_lt(burnt() - before, 5, "%s took %.1f s", a->name, burnt() - before);
        free(json);
        luabox_result_finish(&r);
    }
}

/* The same must hold where the kernel has no filters: the flag says so, the limits remain. */
Test(luabox, attacks_without_seccomp, .timeout = 120)
{
    struct luabox_limits limits = small;
    limits.without_seccomp = true;
    for (size_t k = 0; k < LEN(attacks); k++) {
        struct luabox_result r;
        enum luabox_status s = box(attacks[k].code, NULL, limits, &r);
        cr_expect(as_expected(s, attacks[k].status), "%s: %s", attacks[k].name,
                  luabox_status_name(s));
        cr_expect_not(r.seccomp);
        luabox_result_finish(&r);
    }
}

/* A wall deadline that leaves time to a busy machine is no time to compute. */
Test(luabox, computing_time_has_an_end_of_its_own)
{
    struct luabox_result r;
    enum luabox_status s = box("pcall(string.find, ('a'):rep(30), ('.-'):rep(20) .. 'b')", NULL,
                               (struct luabox_limits){.wall_s = 3600, .cpu_s = 1}, &r);
    cr_expect_eq(s, LUABOX_DEADLINE, "%s", luabox_status_name(s));
    cr_expect(r.message && strstr(r.message, "x.lua: there was no result within 1.0 s"), "%s", r.message);
    luabox_result_finish(&r);
}

/* The wall deadline ends what has computing time left: on an idle machine as on a busy one, which gives it less. */
Test(luabox, the_wall_deadline_has_the_last_word)
{
    struct luabox_result r;
    enum luabox_status s = box("pcall(string.find, ('a'):rep(30), ('.-'):rep(20) .. 'b')", NULL,
                               (struct luabox_limits){.wall_s = .2, .cpu_s = 3600}, &r);
    cr_expect_eq(s, LUABOX_DEADLINE, "%s", luabox_status_name(s));
    cr_expect(r.message && strstr(r.message, "there was no result within 0.2 s"), "%s", r.message);
    luabox_result_finish(&r);
}

Test(luabox, filter_is_in_force)
{
    struct luabox_result r;
    cr_assert_eq(box("return 1", NULL, small, &r), LUABOX_OK);
#ifdef __linux__
    cr_expect(r.seccomp, "this kernel has no seccomp: the test machine must");
#endif
    luabox_result_finish(&r);
}

static const struct {
    const char *code, *json; /* NULL: LUABOX_TOO_BIG */
    const char *message;
} values[] = {
    {"return nil", "null", NULL},
    {"return {}", "{}", NULL},
    {"return {1, 2, 3}", "[1, 2, 3]", NULL},
    {"return {{}, {1}}", "[{}, [1]]", NULL},
    {"local _, host = ... return host.array({})", "[]", NULL},
    {"local _, host = ... return host.object({})", "{}", NULL},
    {"local _, host = ... return {host.null, 1}", "[null, 1]", NULL},
    {"return {a = 1, b = {c = 'x'}}", "{\"a\": 1, \"b\": {\"c\": \"x\"}}", NULL},
    {"return 2^31", "2147483648.0", NULL},
    {"return 0.1", "0.10000000000000001", NULL},
    {"return 1e300", "1.0000000000000001e300", NULL},
    {"return 9007199254740993", "9007199254740993", NULL},
    {"return math.mininteger", "-9223372036854775808", NULL},
    {"return 'a\\n\\t\\1\"\\\\'", "\"a\\n\\t\\u0001\\\"\\\\\"", NULL},
    {"return {x = {1, nil, 3}}", NULL, "result.x: a table has holes"},
    {"return {1, a = 2}", NULL, "names and numbers"},
    {"return {x = {y = 1/0}}", NULL, "result.x.y: a number is not finite"},
    {"return 0/0", NULL, "not finite"},
    {"return {f = function() end}", NULL, "result.f: a function cannot become JSON"},
    {"local t = {} t.t = t return t", NULL, "contains itself"},
    {"return ('x'):rep(2e6)", NULL, "there is more JSON than the result may hold"},
    {"return '\\xff'", NULL, "no JSON"},
};

Test(luabox, values)
{
    for (size_t k = 0; k < LEN(values); k++) {
        struct luabox_result r;
        enum luabox_status s = box(values[k].code, NULL, small, &r);
        if (values[k].json) {
            json_t *want = json_loads(values[k].json, JSON_DECODE_ANY, NULL);
            cr_expect_eq(s, LUABOX_OK, "%s: %s", values[k].code, r.message);
            cr_expect(json_equal(want, r.value), "%s", values[k].code);
            json_decref(want);
        } else {
            cr_expect_eq(s, LUABOX_TOO_BIG, "%s: %s", values[k].code, luabox_status_name(s));
            cr_expect(r.message && strstr(r.message, values[k].message), "%s: %s", values[k].code,
                      r.message);
        }
        luabox_result_finish(&r);
    }
}

Test(luabox, argument_comes_back)
{
    json_t *arg =
        json_loads("{\"a\": [1, 2.5, true, \"x\", [], {}], \"n\": null, \"s\": {}}", 0, NULL);
    struct luabox_result r;
    cr_assert_eq(box("return ...", arg, small, &r), LUABOX_OK, "%s", r.message);
    json_object_del(arg, "n"); /* a null field reads as an absent one */
    cr_expect(json_equal(arg, r.value));
    luabox_result_finish(&r);
    json_decref(arg);
}

Test(luabox, texts_and_names)
{
    struct luabox_result r;
    cr_assert_eq(box("local _, h = ...\n"
                     "return {h.text('text.c'), h.text('none') == nil, table.concat(h.names(), ' '), "
                     "table.concat(h.names('x.'), ' '), #h.names('y'), h.compile('none') == nil}",
                     NULL, small, &r),
                 LUABOX_OK, "%s", r.message);
    char *json = json_dumps(r.value, 0);
    cr_expect_str_eq(json, "[\"int x;\\n\", true, \"text.c x.lua\", \"x.lua\", 0, true]");
    free(json);
    luabox_result_finish(&r);
}

Test(luabox, a_constructor_knows_its_caller)
{
    struct luabox_result r;
    cr_assert_eq(box("local _, h = ...\n"
                     "local make = h.located(function(file, line, v) return {file, line, v} end)\n"
                     "\n"
                     "return make {\n"
                     "  1,\n"
                     "}",
                     NULL, small, &r),
                 LUABOX_OK, "%s", r.message);
    char *json = json_dumps(r.value, 0);
    cr_expect_str_eq(json, "[\"x.lua\", 4, [1]]", "%s", json);
    free(json);
    luabox_result_finish(&r);
}

/* The parent's descriptors do not reach the child, and its handlers do not run there. */
static volatile sig_atomic_t handled;

static void handler(int sig)
{
    (void)sig;
    handled++;
}

static struct luabox *started(const char *code)
{
    const struct luabox_file prelude = {"runner.lua", runner, sizeof runner - 1};
    const struct luabox_file files[] = {{"x.lua", code, strlen(code)}};
    const struct luabox_job job = {&prelude, 1, files, LEN(files), NULL, {.wall_s = 60, .steps = 1LL << 60}};
    return luabox_start(&job); /* all of the job is gone when it is pumped */
}

/* Who pumps goes on with its own work, and may end what does not end. */
Test(luabox, an_evaluation_under_way_is_not_waited_for)
{
    struct luabox *endless = started("while true do end"), *short_one = started("return ('x'):rep(200000)");
    struct luabox_result r;
    while (luabox_pump(short_one, false)) {
        struct pollfd fd = {.fd = luabox_fd(short_one), .events = POLLIN};
        cr_assert(fd.fd >= 0);
        poll(&fd, 1, 1000);
    }
    cr_expect_eq(luabox_fd(short_one), -1, "it is over");
    cr_assert_eq(luabox_end(short_one, &r), LUABOX_OK, "%s", r.message);
    cr_expect_eq(json_string_length(r.value), 200000);
    luabox_result_finish(&r);
    cr_assert_eq(luabox_pump(endless, false), 1, "it goes on, and the pump has come back");
    cr_expect_eq(luabox_end(endless, &r), LUABOX_DEADLINE, "killed");
    luabox_result_finish(&r);
    cr_expect_eq(waitpid(-1, NULL, WNOHANG), -1, "no process stays");
}

/* 1: one of many evaluations, whose group is sent what Ctrl-Z sends all the while, gives no answer. */
static int stopped_meanwhile(void)
{
    const struct sigaction caught = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigaction(SIGTSTP, &caught, NULL); /* as the screens do */
    setpgid(0, 0); /* a group with a parent outside of it, as a shell's job: nobody else's is ever stopped so */
    pid_t group = getpid(), typist = fork();
    if (typist == 0) {
        setpgid(0, 0);
        while (!kill(-group, SIGTSTP) && getppid() == group)
            usleep(30);
        _exit(0);
    }
    int bad = 0;
    for (int k = 0; k < 150 && !bad; k++) {
        struct luabox_result r;
        bad = box("return 1", NULL, (struct luabox_limits){.wall_s = 30}, &r) != LUABOX_OK;
        luabox_result_finish(&r);
    }
    kill(typist, SIGKILL);
    return bad || !handled;
}

/* Ctrl-Z goes to the whole group: the parent, which may be waiting just then, has to get its answer to obey. */
Test(luabox, an_evaluation_is_not_stopped_by_the_terminal)
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0)
        _exit(stopped_meanwhile());
    cr_assert(pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status));
    cr_expect_eq(WEXITSTATUS(status), 0);
}

Test(luabox, nothing_leaks)
{
    int fds[2];
    cr_assert_eq(pipe(fds), 0);
    signal(SIGTERM, handler);
    for (int k = 0; k < 50; k++) {
        struct luabox_result r;
        cr_assert_eq(box(k % 2 ? "return 1" : "error('x')", NULL, small, &r),
                     k % 2 ? LUABOX_OK : LUABOX_ERROR);
        luabox_result_finish(&r);
    }
    close(fds[1]);
    char c;
    cr_expect_eq(read(fds[0], &c, 1), 0, "a child still holds the pipe");
    close(fds[0]);
    int fd = open("/dev/null", O_RDONLY);
    cr_expect_lt(fd, 12, "descriptors leak: the next is %d", fd);
    close(fd);
    cr_expect_eq(waitpid(-1, NULL, WNOHANG), -1, "a child was not reaped");
    cr_expect_eq(handled, 0);
}

/* That is no mistake in what was to be read. */
Test(luabox, what_cannot_be_run_is_not_called_wrong)
{
    struct rlimit had, none;
    struct luabox_result r;
    getrlimit(RLIMIT_NOFILE, &had);
    none = (struct rlimit){0, had.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
    enum luabox_status got = box("return 1", NULL, small, &r);
    setrlimit(RLIMIT_NOFILE, &had);
    cr_expect_eq(got, LUABOX_UNABLE);
    cr_expect(r.message && strstr(r.message, "ulimit"), "%s", r.message);
    luabox_result_finish(&r);
    cr_expect_eq(box("return 1", NULL, small, &r), LUABOX_OK);
    luabox_result_finish(&r);
}

Test(luabox, a_prelude_that_is_wrong)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"return 1", "returned no function"},
        {"syntax error here", "bad.lua:1"},
        {"error('at load')", "bad.lua:1: at load"},
        {"return function() return {}.x.y end", "bad.lua:1"},
    };
    for (size_t k = 0; k < LEN(rows); k++) {
        const struct luabox_file prelude = {"bad.lua", rows[k].text, strlen(rows[k].text)};
        const struct luabox_job job = {.prelude = &prelude, .nprelude = 1, .limits = small};
        struct luabox_result r;
        cr_expect_eq(luabox_run(&job, &r), LUABOX_ERROR);
        cr_expect(r.message && strstr(r.message, rows[k].message), "%s", r.message);
        luabox_result_finish(&r);
    }
}

/* What a terminal would obey becomes a sign; a carriage return may stand before a line's end, wherever it is. */
Test(luajson, what_a_terminal_would_obey_is_replaced)
{
    static const char *const t[][2] = {{"", ""},
                                       {"a\tb\n", "a\tb\n"},
                                       {"\rx", "\xEF\xBF\xBDx"},
                                       {"\r", "\xEF\xBF\xBD"},
                                       {"\r\nx\r\n", "\r\nx\r\n"},
                                       {"\xE2\x82\xAC\r", "\xE2\x82\xAC\xEF\xBF\xBD"},
                                       {"\xE2\x82\xAC\r\n", "\xE2\x82\xAC\r\n"},
                                       {"a\x1b[2J", "a\xEF\xBF\xBD[2J"}};
    for (size_t k = 0; k < LEN(t); k++) {
        json_t *v = json_pack("[s]", t[k][0]);
        luajson_clean(v);
        cr_expect_str_eq(json_string_value(json_array_get(v, 0)), t[k][1], "row %zu", k);
        json_decref(v);
    }
}
