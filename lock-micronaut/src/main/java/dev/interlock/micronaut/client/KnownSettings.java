// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.annotation.setting.KnownBackend;
import dev.interlock.micronaut.config.LockConfiguration;
import dev.interlock.micronaut.config.NamedLockConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All known settings: those of all locks, those of named locks, and those of the stores. Micronaut finds a setting by
 * its name, and by the name with dots instead of hyphens, which is how it reads an environment variable. So both
 * spellings count here. Immutable.
 */
final class KnownSettings {

    /** The start of all names. */
    static final String START = LockConfiguration.PREFIX + ".";

    /** The start of the names of named locks' settings. */
    static final String NAMED = NamedLockConfiguration.PREFIX + ".";

    /** Settings of all locks, without the start of the name. */
    static final List<String> GENERAL = List.of(
            "enabled",
            "backend",
            "uri",
            "lease",
            "wait",
            "max-hold",
            "lock-delay",
            "holder-hint",
            "require",
            "eager",
            "renewal-threads",
            "close-timeout",
            "close-grace",
            "unknown-settings",
            "retry.first-pause",
            "retry.max-pause",
            "retry.max-attempts",
            "adaptive-lease.shortest",
            "adaptive-lease.longest",
            "hand-off.most",
            "hand-off.within",
            "metrics.names",
            "fencing.domain",
            "fencing.generation",
            "fencing.max-names");

    /** Settings of named locks, without the name of the block. */
    static final List<String> OF_NAMED_LOCKS = List.of(
            "pattern",
            "lease",
            "wait",
            "max-hold",
            "lock-delay",
            "min-hold",
            "retry.first-pause",
            "retry.max-pause",
            "retry.max-attempts",
            "adaptive-lease.shortest",
            "adaptive-lease.longest");

    private static final Pattern INDEX = Pattern.compile("\\[\\d+]$");
    private static final Set<String> LISTS = Set.of(START + "require", START + "metrics.names");

    private final Map<String, String> namesByDotted = new TreeMap<>();
    private final List<String> blocksOfOthers = new ArrayList<>();

    /**
     * Collects the known settings.
     *
     * @param stores the stores on the class path. The block of an absent store is not read and therefore not checked.
     */
    KnownSettings(List<LockStore> stores) {
        GENERAL.forEach(name -> add(START + name));
        Stream.of(KnownBackend.REDIS, KnownBackend.ZOOKEEPER, KnownBackend.ETCD, KnownBackend.JDBC)
                .forEach(known -> blocksOfOthers.add(block(known.setting())));
        for (LockStore store : stores) {
            String block = block(store.backend());
            blocksOfOthers.remove(block);
            store.settings()
                    .ifPresentOrElse(
                            names -> names.forEach(name -> add(block + name)), () -> blocksOfOthers.add(block));
        }
    }

    private static String block(String backend) {
        return START + backend + ".";
    }

    private void add(String name) {
        namesByDotted.put(dotted(name), name);
    }

    /** The name with dots instead of hyphens, as Micronaut reads an environment variable. */
    static String dotted(String name) {
        return name.replace('-', '.');
    }

    /**
     * Returns whether some code reads a setting.
     *
     * @param setting the setting as written
     * @param namedBlocks the blocks of named locks in sources other than the environment, with dots instead of hyphens
     */
    boolean has(WrittenSetting setting, Set<String> namedBlocks) {
        String name = setting.name();
        if (blocksOfOthers.stream().anyMatch(setting::startsWith)) {
            return true;
        }
        if (name.startsWith(NAMED)) {
            String rest = name.substring(NAMED.length());
            return setting.isVariable() ? isOfNamedLock(dotted(rest), namedBlocks) : isOfNamedLock(rest);
        }
        String whole = INDEX.matcher(name).replaceFirst("");
        String known = namesByDotted.get(dotted(whole));
        return known != null
                && (setting.isVariable() || isSpelling(whole, known))
                && (whole.equals(name) || LISTS.contains(known));
    }

    /** Micronaut looks for two spellings: with all hyphens, or with none. */
    private static boolean isSpelling(String name, String known) {
        return name.equals(known) || name.equals(dotted(known));
    }

    private static boolean isOfNamedLock(String blockAndSetting) {
        int end = blockAndSetting.indexOf('.');
        String setting = blockAndSetting.substring(end + 1);
        return end > 0 && OF_NAMED_LOCKS.stream().anyMatch(known -> isSpelling(setting, known));
    }

    /**
     * An environment variable does not show where the name of the block ends, and Micronaut uses only its first part as
     * a block. So a longer block name must also appear in another source.
     */
    private static boolean isOfNamedLock(String blockAndSetting, Set<String> namedBlocks) {
        return blocks(blockAndSetting).anyMatch(block -> block.indexOf('.') < 0 || namedBlocks.contains(block));
    }

    private static Stream<String> blocks(String blockAndSetting) {
        return OF_NAMED_LOCKS.stream()
                .map(known -> "." + dotted(known))
                .filter(blockAndSetting::endsWith)
                .map(end -> blockAndSetting.substring(0, blockAndSetting.length() - end.length()))
                .filter(block -> !block.isEmpty());
    }

    /** Returns whether an unknown variable is wrong only because no other source has its block. */
    boolean namesOnlyABlock(WrittenSetting unknown) {
        return unknown.isVariable()
                && unknown.name().startsWith(NAMED)
                && blocks(dotted(unknown.name().substring(NAMED.length())))
                        .findAny()
                        .isPresent();
    }

    /** Returns whether a name is that of a group of settings. */
    boolean hasBelow(String name) {
        return (name + ".").startsWith(NAMED)
                || namesByDotted.values().stream().anyMatch(known -> known.startsWith(name + "."));
    }

    /**
     * All names, as candidates for a misspelt one.
     *
     * @param misspelt supplies the name of the block
     */
    Stream<String> candidates(String misspelt) {
        String[] parts = misspelt.split("\\.", -1);
        String block = parts.length > 3 && !parts[2].isEmpty() ? parts[2] : "<name>";
        return Stream.concat(
                namesByDotted.values().stream(), OF_NAMED_LOCKS.stream().map(setting -> NAMED + block + "." + setting));
    }

    /** The name as an environment variable. */
    static String asVariable(String name) {
        return dotted(name).replace('.', '_').toUpperCase(Locale.ROOT);
    }
}
