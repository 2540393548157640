// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/**
 * The {@code INFO} of a server. Immutable.
 *
 * @param node which node of a cluster it is, empty where there is only one server
 * @param values by the names in {@code INFO}
 */
public record ServerInfo(String node, Map<String, String> values) {

    /** One request each: more than one in a request is not in Redis 6.2. */
    private static final List<String> SECTIONS = List.of("server", "memory", "persistence");

    /** Asks a server, whose answer is text, as it is or as bytes. */
    static ServerInfo asked(String node, Function<String, @Nullable Object> section) {
        StringBuilder all = new StringBuilder();
        for (String each : SECTIONS) {
            Object text = section.apply(each);
            if (text != null) {
                all.append(text instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : text);
            }
        }
        return new ServerInfo(node, parse(all.toString()));
    }

    static CommandArguments command(String section) {
        return new CommandArguments(Command.INFO).add(section);
    }

    public static Map<String, String> parse(String info) {
        Map<String, String> values = new HashMap<>();
        info.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                values.put(line.substring(0, colon), line.substring(colon + 1).trim());
            }
        });
        return Map.copyOf(values);
    }

    /** The value of a name, or the other one if the server does not give it. */
    public String value(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    /** Where the server is, to follow the name of the store. */
    public String at() {
        return node.isEmpty() ? "" : " at its node " + node;
    }
}
