// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connection strings, taken apart. */
class StoreUriTest {

    @Test
    void every_part_is_found_and_decoded() {
        StoreUri uri = StoreUri.parse("redis://ap%70:p%40ss%3A%2Fw%25@h:1/a%20b?x%3D=1%262&y=");
        assertThat(uri).isEqualTo(new StoreUri("redis", "app", "p@ss:/w%", "h:1", "a b", Map.of("x=", "1&2", "y", "")));
    }

    @Test
    void the_authority_may_be_ipv6_or_several_hosts() {
        assertThat(StoreUri.parse("redis://[::1]:6379/0").authority()).isEqualTo("[::1]:6379");
        assertThat(StoreUri.parse("zookeeper://a:1,b:2,c/ns").authority()).isEqualTo("a:1,b:2,c");
        assertThat(StoreUri.parse("redis://u:p@[fe80::1]:1,[::2]:2").authority())
                .isEqualTo("[fe80::1]:1,[::2]:2");
    }

    @Test
    void missing_parts_are_empty_or_absent() {
        assertThat(StoreUri.parse("memory:")).isEqualTo(new StoreUri("memory", null, null, "", "", Map.of()));
        assertThat(StoreUri.parse("memory:shared").path()).isEqualTo("shared");
        assertThat(StoreUri.parse("redis://h").path()).isEmpty();
        assertThat(StoreUri.parse("redis://:p@h")).isEqualTo(new StoreUri("redis", null, "p", "h", "", Map.of()));
        assertThat(StoreUri.parse("redis://u@h")).isEqualTo(new StoreUri("redis", "u", null, "h", "", Map.of()));
        assertThat(StoreUri.parse("redis://u:@h").password()).isEmpty();
    }

    @Test
    void a_plus_is_a_plus() {
        assertThat(StoreUri.parse("redis://u:a+b@h?x=1+1"))
                .isEqualTo(new StoreUri("redis", "u", "a+b", "h", "", Map.of("x", "1+1")));
    }

    @Test
    void a_password_may_hold_what_belongs_encoded() {
        assertThat(StoreUri.parse("redis://u:a@b/c@h/0"))
                .isEqualTo(new StoreUri("redis", "u", "a@b/c", "h", "0", Map.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3cret",
                ":s3cret",
                "redis://u:s3cret%@h",
                "redis://u:s3cret?x=s3cret@h",
                "redis://u:s3cret%zz@h",
                "redis://h?password=s3cret&password=other",
                "redis://h?=s3cret",
                "redis://h?s3cret",
                "redis://h?a=1&&b=s3cret",
            })
    void an_unreadable_uri_is_refused_without_showing_secrets(String uri) {
        assertThatThrownBy(() -> StoreUri.parse(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void a_host_can_be_asked_for() {
        assertThat(StoreUri.parseWithHost("redis://u:p@h:1/0")).isEqualTo(StoreUri.parse("redis://u:p@h:1/0"));
        for (String uri : new String[] {"redis:s3cret", "redis:", "redis:/s3cret", "redis:u:s3cret@h"}) {
            assertThatThrownBy(() -> StoreUri.parseWithHost(uri))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the redis uri must have two slashes before the host: redis://host:port");
        }
        for (String uri : new String[] {"redis://", "redis:///0", "redis://u:s3cret@"}) {
            assertThatThrownBy(() -> StoreUri.parseWithHost(uri))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the redis uri must name a host: redis://host:port");
        }
    }

    @Test
    void the_text_shows_no_secrets() {
        assertThat(StoreUri.parse("redis://u:s3cret@h:1/0?token=s3cret")).hasToString("redis://h:1");
        assertThatThrownBy(() -> StoreUri.parse("redis://h?a=1&a=2")).hasMessageContaining("option 'a'");
    }

    @Test
    void connection_strings_may_have_nothing_before_or_behind_a_separator() {
        assertThat(StoreUri.parse("memory:?a=b").options()).containsEntry("a", "b");
        assertThat(StoreUri.parse("redis:///7").path()).isEqualTo("7");
        assertThat(StoreUri.parse("redis:///7").authority()).isEmpty();
        StoreUri anonymous = StoreUri.parse("redis://@host");
        assertThat(anonymous.authority()).isEqualTo("host");
        assertThat(anonymous.user()).isNull();
        assertThat(StoreUri.parse("redis://:secret@host").password()).isEqualTo("secret");
        assertThatThrownBy(() -> StoreUri.parse(":7")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> StoreUri.parse("redis://host?=b")).isInstanceOf(IllegalArgumentException.class);
    }
}
