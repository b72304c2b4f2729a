/* test_net_box.c: ridge-net after a server has taken it over (net_rogue.c): what it reaches, and what is believed of
 * what it says. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/box/box_bwrap.h"
#include "runner/box/box_level.h"
#include "runner/net/net.h"
#include "runner/net/net_login.h"

static char scratch[] = "/tmp/ridge-test-XXXXXX", secret[64], out[64];
static struct err said;

static void set_up(void)
{
#ifdef __SANITIZE_ADDRESS__
    cr_skip_test("a sanitizer's runtime reads files and makes calls that this box does not let through");
#endif
    cr_assert_not_null(mkdtemp(scratch));
    snprintf(secret, sizeof secret, "%s/ridge.db", scratch);
    snprintf(out, sizeof out, "%s/out", scratch);
    cr_assert_eq(util_write_file(secret, "all that I did", 14, NULL), 0);
    setenv("HOME", scratch, 1);
    setenv("SECRET_TOKEN", "x", 1);
}

static void tear_down(void)
{
    util_remove_tree(scratch);
}

TestSuite(net_box, .init = set_up, .fini = tear_down, .timeout = 60);

static json_t *job(const char *op, const char *url)
{
    struct net_options o = { .program = getenv("RIDGE_TEST_NET_ROGUE") };
    said = (struct err){ "" };
    return net_one(&o, json_pack("{s:s s:s s:s s:i}", "op", op, "url", url, "file", out, "max", 1000), &said);
}

/* The errno that a deed came to, 0 where it got through; -1 when it came to no end. */
static int tried(const char *fmt, const char *of)
{
    char *url = util_path("%s%s", fmt, of);
    json_t *a = job("head", url);
    int got = a ? (int)json_integer_value(json_object_get(a, "status")) : -1;
    json_decref(a);
    free(url);
    return got;
}

static void needs(int level)
{
    struct box_level l;
    box_level(0, &l);
    if (l.level < level)
        cr_skip_test("no such box here: %s", l.why);
}

static void expect_walls(void)
{
    char *elsewhere = util_path("%s/made", scratch);
    cr_expect_neq(tried("read:", secret), 0, "it reads the database");
    cr_expect_neq(tried("read:", "/etc/passwd"), 0, "it reads what it has no use for");
    cr_expect_neq(tried("read:", "/proc/self/environ"), 0);
    cr_expect_neq(tried("write:", secret), 0, "it writes to the database");
    cr_expect_neq(tried("write:", elsewhere), 0);
    cr_expect_neq(tried("write:", "/tmp/ridge-net-was-here"), 0);
    cr_expect_neq(access(elsewhere, F_OK), 0);
    cr_expect_eq(unlink("/tmp/ridge-net-was-here"), -1);
    free(elsewhere);
}

Test(net_box, it_reads_and_writes_no_file_of_ours)
{
    needs(1);
    expect_walls();
    int there = !access("/etc/hosts", R_OK);
    cr_expect_eq(tried("read:", "/etc/hosts"), there ? 0 : ENOENT, "what a resolver needs is there");
}

Test(net_box, landlock_alone_holds)
{
    setenv("RIDGE_BOX_WITHOUT", "ns", 1);
    needs(1);
    expect_walls();
}

Test(net_box, a_root_of_its_own_alone_holds)
{
    needs(2);
    setenv("RIDGE_BOX_WITHOUT", "landlock", 1);
    expect_walls();
}

/* So that the rows above can fail. */
Test(net_box, without_either_it_reads_all)
{
    setenv("RIDGE_BOX_WITHOUT", "ns,landlock", 1);
    if (box_by_bwrap())
        cr_skip_test("without namespaces bubblewrap makes no box");
    cr_expect_eq(tried("read:", secret), 0);
    cr_expect_eq(tried("write:", secret), 0);
}

Test(net_box, it_makes_no_process_and_no_other_socket)
{
    static const char *const t[] = { "fork", "ptrace", "unix", "netlink", "raw", "mptcp", "packet", "vsock", "kill",
                                     "io_uring", "memfd", "unshare", "keyctl", "bpf", "inject" };
    needs(1);
    for (size_t k = 0; k < sizeof t / sizeof *t; k++)
        cr_expect_gt(tried("call:", t[k]), 0, "%s got through, or was not tried", t[k]);
    cr_expect_eq(tried("exec:", "/bin/true"), ENOSYS);
    cr_expect_eq(tried("exec:", getenv("RIDGE_TEST_NET_ROGUE")), ENOSYS, "it does not start itself anew either");
    cr_expect_gt(tried("server:", ""), 0, "it listens");
    cr_expect_gt(tried("memory:", ""), 0);
}

Test(net_box, without_the_filter_it_makes_sockets)
{
    setenv("RIDGE_BOX_WITHOUT", "seccomp", 1);
    cr_expect_eq(tried("call:", "unix"), 0);
    cr_expect_eq(tried("call:", "fork"), 0);
}

Test(net_box, it_has_the_network)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t n = sizeof at;
    char port[8];
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    cr_assert(!bind(fd, (struct sockaddr *)&at, n) && !listen(fd, 1) && !getsockname(fd, (struct sockaddr *)&at, &n));
    snprintf(port, sizeof port, "%d", ntohs(at.sin_port));
    cr_expect_eq(tried("call:", "tcp"), 0);
    cr_expect_eq(tried("connect:", port), 0);
    close(fd);
}

Test(net_box, nothing_of_our_environment_and_no_path_comes_along)
{
    cr_expect_eq(tried("environ:", ""), 0);
    json_t *a = job("put", "https://a.org/");
    cr_assert_not_null(a, "%s", said.text);
    const char *spec = json_string_value(json_object_get(a, "body"));
    cr_expect(strstr(spec, "\"out\"") && !strstr(spec, scratch), "%s", spec);
    json_decref(a);
}

Test(net_box, of_netrc_it_is_told_its_own_line)
{
    static const char text[] = "machine a.org login ada password one\nmachine b.org login bob password two\n";
    char *path = util_path("%s/.netrc", scratch);
    cr_assert_eq(util_write_file(path, text, sizeof text - 1, NULL), 0);
    json_t *a = job("head", "https://b.org:8443/in/");
    const char *spec = json_string_value(json_object_get(a, "body"));
    cr_expect(strstr(spec, "two") && strstr(spec, "bob") && !strstr(spec, "one"), "%s", spec);
    json_decref(a);
    free(path);
}

Test(net_box, what_netrc_says)
{
    static const char *const t[][4] = {
        { "machine a.org login u password p", "https://a.org/", "u", "p" },
        { "machine A.ORG\n\tlogin u\n\tpassword p\n", "http://a.org:80?x", "u", "p" },
        { "machine x login u password p default login d password e", "https://a.org/", "d", "e" },
        { "# machine a.org login n\nmachine a.org password \"p \\\"q\" login u", "https://a.org", "u", "p \"q" },
        { "macdef m\nmachine a.org login n\n\nmachine a.org login u password p", "https://a.org/", "u", "p" },
        { "machine a.org login u account x password p machine a.org login v", "https://a.org/", "u", "p" },
        { "machine a.org login u password p", "https://b.org/", NULL, NULL },
        { "machine a.org login u password p", "https://ada:x@a.org/", NULL, NULL },
        { "machine a.org login u password p", "https://a.org\\@b.org/", NULL, NULL },
        { "machine a.org login u password p", "a.org", NULL, NULL },
        { "machine a.org", "https://a.org/", "", "" },
        { "machine", "https://a.org/", NULL, NULL },
        { "", "https://a.org/", NULL, NULL },
    };
    for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
        json_t *l = net_login(t[k][0], t[k][1]);
        cr_expect_eq(!l, !t[k][2], "row %zu", k);
        cr_expect_str_eq(util_str(l, "user", ""), t[k][2] ? t[k][2] : "", "row %zu", k);
        cr_expect_str_eq(util_str(l, "password", ""), t[k][3] ? t[k][3] : "", "row %zu", k);
        json_decref(l);
    }
}

static const char *text(const json_t *a, const char *key)
{
    return util_str(a, key, "(nothing)");
}

Test(net_box, what_it_says_is_not_believed)
{
    static const char *const ends[] = { "lie:another", "lie:negative", "lie:words", "lie:twice" };
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        cr_expect_null(job("get", ends[k]), "%s", ends[k]);
        cr_expect(*said.text && !strchr(said.text, 27), "%s: %s", ends[k], said.text);
    }
    json_t *a = job("get", "fetched:");
    cr_expect_str_eq(text(a, "kind"), "ours");
    cr_expect(json_is_false(json_object_get(a, "ok")));
    json_decref(a);
    a = job("head", "lie:escape");
    cr_expect_str_eq(text(a, "kind"), "\\x1b[2J");
    cr_expect_str_eq(text(a, "why"), "\\x1b]0;x\\x07");
    json_decref(a);
    cr_expect_neq(access(out, F_OK), 0);
}

Test(net_box, its_file_is_looked_at_by_us)
{
    struct net_options o = { .program = getenv("RIDGE_TEST_NET_ROGUE") };
    json_t *a = net_one(&o, json_pack("{s:s s:s s:s s:i s:s}", "op", "get", "url", "fill:9", "file", out, "max", 1000,
                                      "sha256", "0000"), &said);
    cr_expect_str_eq(text(a, "kind"), "checksum");
    cr_expect_neq(access(out, F_OK), 0);
    json_decref(a);
    a = net_one(&o, json_pack("{s:s s:s s:s s:i s:s}", "op", "get", "url", "fill:9", "file", out, "max", 1000, "begins",
                              "%PDF-"), &said);
    cr_expect_str_eq(text(a, "kind"), "checksum");
    json_decref(a);
    a = job("get", "fill:1001");
    cr_expect(json_is_false(json_object_get(a, "ok")), "more than was allowed was taken");
    json_decref(a);
    a = job("get", "fill:9");
    cr_expect(json_is_true(json_object_get(a, "ok")), "%s", text(a, "why"));
    json_decref(a);
    char *bytes = util_read_file(out, 100, NULL);
    cr_expect_str_eq(bytes, "%%%%%%%%%");
    free(bytes);
}

Test(net_box, no_file_grows_beyond_what_was_allowed)
{
    needs(1);
    cr_expect_null(job("get", "fill:2000000"));
    char *part = util_path("%s.part", out);
    struct stat st = { .st_size = -1 };
    stat(part, &st);
    cr_expect_eq(st.st_size, 1 << 20);
    free(part);
}

Test(net_box, a_version_is_one_line)
{
    char *tag = util_path("%s.part.tag", out);
    json_decref(job("get", "lie:tag"));
    cr_expect_neq(access(tag, F_OK), 0);
    free(tag);
}

static volatile int stop;

static void on_alarm(int sig)
{
    stop = sig;
}

Test(net_box, one_that_is_silent_is_stopped)
{
    struct net_options o = { .program = getenv("RIDGE_TEST_NET_ROGUE"), .stop = &stop };
    signal(SIGALRM, on_alarm);
    alarm(1);
    cr_expect_null(net_one(&o, json_pack("{s:s s:s}", "op", "head", "url", "lie:silent"), &said));
    cr_expect(strstr(said.text, "interrupted"), "%s", said.text);
}
