/* test_net.c: which addresses may be asked, what headers say, how long to wait, where a paper's open copy is. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "runner/net/net.h"
#include "runner/net/net_job.h"
#include "curriculum/load/papers.h"

#define LEN(a) (sizeof(a) / sizeof *(a))

Test(net, only_https_and_this_machine_are_asked)
{
    static const struct {
        const char *url;
        bool insecure;
        int rc, plain;
    } row[] = {
        { "https://arxiv.org/pdf/1706.03762", false, 0, 0 },
        { "https://user:word@dav.example.org:8443/in/", false, 0, 0 },
        { "HTTPS://EXAMPLE.ORG/a.pdf", false, 0, 0 },
        { "http://localhost:8080/a", false, 0, 1 },
        { "http://LOCALHOST/a", false, 0, 1 },
        { "http://127.0.0.1:1/a", false, 0, 1 },
        { "http://[::1]:80/a", false, 0, 1 },
        { "http://example.org/a", false, -1, 0 },
        { "http://example.org/a", true, 0, 1 },
        { "http://localhost.example.org/a", false, -1, 0 },
        { "http://localhost@example.org/a", false, -1, 0 },
        { "http://127.0.0.1.example.org/a", false, -1, 0 },
        { "http://example.org#@localhost/", false, -1, 0 },
        { "http://example.org?@localhost/", false, -1, 0 },
        { "http://example.org\\@localhost/", false, 0, 1 }, /* the part before @ is a user: localhost is asked */
        { "file:///etc/passwd", true, -1, 0 },
        { "ftp://example.org/a", true, -1, 0 },
        { "gopher://127.0.0.1/_", true, -1, 0 },
        { "scp://example.org/a", true, -1, 0 },
        { "dict://localhost/", true, -1, 0 },
        { "/etc/passwd", true, -1, 0 },
        { "example.org/a", true, -1, 0 },
        { "https://", false, -1, 0 },
        { "https://a b/", false, -1, 0 },
        { "https://example.org/\n", false, -1, 0 },
        { "", true, -1, 0 },
    };
    for (size_t k = 0; k < LEN(row); k++) {
        struct err e = { "" };
        bool plain = false;
        int rc = net_url_check(row[k].url, row[k].insecure, &plain, &e);
        cr_expect_eq(rc, row[k].rc, "%s: %d %s", row[k].url, rc, e.text);
        cr_expect(rc || plain == row[k].plain, "%s", row[k].url);
        cr_expect(!rc || *e.text, "%s has no sentence", row[k].url);
    }
}

static struct net_head heads(const char *const *line)
{
    struct net_head h = { 0 };
    for (; *line; line++)
        net_head_line(&h, *line, strlen(*line));
    return h;
}

Test(net, heads_are_those_of_the_last_answer)
{
    static const char *const lines[] = { "HTTP/1.1 302 Found\r\n", "Content-Length: 7\r\n", "ETag: \"old\"\r\n", "\r\n",
                                         "HTTP/1.1 206 Partial Content\r\n", "etag:  W/\"new\" \r\n",
                                         "content-range: bytes 100-199/10000000000\r\n",
                                         "LAST-MODIFIED: Sun, 06 Nov 1994 08:49:37 GMT\r\n", "\r\n", NULL };
    struct net_head h = heads(lines);
    cr_expect_eq(h.length, -1);
    cr_expect_eq(h.from, 100);
    cr_expect_eq(h.total, 10000000000LL);
    cr_expect_str_eq(h.etag, "W/\"new\"");
    cr_expect_str_eq(h.modified, "Sun, 06 Nov 1994 08:49:37 GMT");
}

Test(net, lengths_that_are_no_numbers_are_not_said)
{
    static const char *const bad[] = { "Content-Length: -5\r\n", "Content-Length: 5x\r\n", "Content-Length:\r\n",
                                       "Content-Lengths: 5\r\n" };
    for (size_t k = 0; k < LEN(bad); k++) {
        const char *const lines[] = { "HTTP/1.1 200 OK\r\n", bad[k], NULL };
        cr_expect_eq(heads(lines).length, -1, "%s", bad[k]);
    }
    const char *const star[] = { "HTTP/1.1 206 OK\r\n", "Content-Range: bytes 5-9/*\r\n", NULL };
    cr_expect_eq(heads(star).from, 5);
    cr_expect_eq(heads(star).total, -1);
}

Test(net, waits_double_and_a_server_is_obeyed_within_reason)
{
    cr_expect_eq(net_wait(1, 0), 0.5);
    cr_expect_eq(net_wait(2, 0), 1);
    cr_expect_eq(net_wait(3, 0), 2);
    cr_expect_eq(net_wait(1, 7), 7);
    cr_expect_eq(net_wait(1, 86400), NET_WAIT_MOST_S);
    cr_expect_leq(net_wait(1000, 0), 64);
}

Test(net, what_is_shown_of_an_address_holds_no_secret)
{
    static const char *const row[][2] = {
        { "https://a.org/in/", "https://a.org/in/" },
        { "https://ada:secret@a.org/in/", "https://a.org/in/" },
        { "https://ada:se@cret@a.org/in/@x", "https://a.org/in/@x" },
        { "https://s3.org/b?X-Amz-Signature=secret", "https://s3.org/b" },
        { "https://s3.org?k=a@b", "https://s3.org" },
        { "https://a.org/x#secret", "https://a.org/x" },
        { "a.org?secret://x", "a.org" },
    };
    for (size_t k = 0; k < LEN(row); k++) {
        char *s = net_shown(row[k][0]);
        cr_expect_str_eq(s, row[k][1]);
        free(s);
    }
}

Test(net, a_papers_open_copy_is_told_by_its_id)
{
    static const struct {
        const char *json, *address, *page;
    } row[] = {
        { "{\"id\":\"arXiv:1706.03762\"}", "https://arxiv.org/pdf/1706.03762", "https://arxiv.org/abs/1706.03762" },
        { "{\"id\":\"arXiv:cs/0112017\"}", "https://arxiv.org/pdf/cs/0112017", "https://arxiv.org/abs/cs/0112017" },
        { "{\"id\":\"arXiv:../../x\"}", NULL, "arXiv:../../x" },
        { "{\"id\":\"arXiv:1?x=@evil\"}", NULL, "arXiv:1?x=@evil" },
        { "{\"id\":\"doi:10.1145/1.2\"}", NULL, "https://doi.org/10.1145/1.2" },
        { "{\"id\":\"https://a.org/x.pdf\"}", "https://a.org/x.pdf", "https://a.org/x.pdf" },
        { "{\"id\":\"https://a.org/x.html\"}", NULL, "https://a.org/x.html" },
        { "{\"id\":\"http://a.org/x.pdf\"}", NULL, "http://a.org/x.pdf" },
        { "{\"id\":\"doi:10.1/2\",\"pdf\":\"https://b.org/y\"}", "https://b.org/y", "https://doi.org/10.1/2" },
        { "{}", NULL, NULL },
    };
    for (size_t k = 0; k < LEN(row); k++) {
        json_t *r = json_loads(row[k].json, 0, NULL);
        char *address = papers_address(r), *page = papers_page(r);
        cr_expect(!address == !row[k].address && (!address || !strcmp(address, row[k].address)), "%s: %s", row[k].json,
                  address);
        cr_expect(!page == !row[k].page && (!page || !strcmp(page, row[k].page)), "%s: %s", row[k].json, page);
        free(address);
        free(page);
        json_decref(r);
    }
}

Test(net, a_program_that_is_not_there_is_said_so)
{
    struct err e = { "" };
    struct net_options o = { .program = "/nonexistent/ridge-net" };
    json_t *answer = net_one(&o, json_pack("{s:s}", "op", "get"), &e);
    cr_expect_null(answer);
    cr_expect(strstr(e.text, "did not start"), "%s", e.text);
}
