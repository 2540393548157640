// SPDX-License-Identifier: Apache-2.0
package dev.interlock.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/**
 * A folder with a release, as {@code .ci/release} stages it, and the rules that it must keep: those of Maven Central
 * (central.sonatype.org/publish/requirements), and that it has the modules of lock-bom with their parents and nothing
 * else. This file needs only the JDK, because the script runs it as {@code java StagedRelease.java FOLDER VERSION}.
 */
final class StagedRelease {

    private static final String GROUP = "dev.interlock";
    private static final String BOM = "lock-bom";
    private static final String UNFINISHED = "-SNAPSHOT";

    /** By the end of the name. Maven Central demands the first two. */
    private static final Map<String, String> CHECKSUMS =
            Map.of("md5", "MD5", "sha1", "SHA-1", "sha256", "SHA-256", "sha512", "SHA-512");

    private static final String SIGNATURE = ".asc";

    /** What each module with a jar must have after its name and version. */
    private static final List<String> OF_A_JAR =
            List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json", "-cyclonedx.xml");

    /** What a module without a jar may have as well as its POM. */
    private static final List<String> OF_A_POM = List.of("-cyclonedx.json", "-cyclonedx.xml");

    /** What Maven Central demands in a POM, or in its parent. */
    private static final List<String> DESCRIBED_BY = List.of(
            "name",
            "description",
            "url",
            "licenses/license/name",
            "licenses/license/url",
            "developers/developer/name",
            "scm/connection",
            "scm/url");

    private final Path folder;
    private final String version;
    private final List<String> faults = new ArrayList<>();

    /** By name, each with its POM. */
    private final Map<String, Document> modules = new TreeMap<>();

    private StagedRelease(Path folder, String version) {
        this.folder = folder;
        this.version = version;
    }

    /** Prints each fault and exits with 1 if there is one. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("usage: java StagedRelease.java FOLDER VERSION");
            System.exit(2);
        }
        Path folder = Path.of(arguments[0]);
        List<String> faults = faults(folder, arguments[1]);
        faults.forEach(System.err::println);
        if (!faults.isEmpty()) {
            System.err.println(folder + " breaks " + faults.size() + " rules for a release");
            System.exit(1);
        }
        System.out.println(folder + " keeps the rules for a release.");
    }

    /**
     * Each broken rule in one line; empty if the folder can be uploaded.
     *
     * @throws IOException if the folder cannot be read
     */
    static List<String> faults(Path folder, String version) throws IOException {
        StagedRelease release = new StagedRelease(folder, version);
        release.check();
        return release.faults;
    }

    private void check() throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            found.filter(Files::isRegularFile).sorted().forEach(this::checkPlace);
        }
        checkModules();
        for (String module : modules.keySet()) {
            boolean hasJar = !text(module, "packaging").equals("pom");
            checkPom(module);
            checkFiles(module, hasJar);
            if (hasJar) {
                checkJars(module);
            }
        }
    }

    /** Finds the modules on its way. */
    private void checkPlace(Path file) {
        Path place = folder.relativize(file);
        Path group = Path.of(GROUP.replace('.', '/'));
        if (!place.startsWith(group) || place.getNameCount() != group.getNameCount() + 3) {
            faults.add(place + " is no file of a module");
            return;
        }
        String module = place.getName(group.getNameCount()).toString();
        if (!place.getName(group.getNameCount() + 1).toString().equals(version)) {
            faults.add(place + " is not of version " + version);
        } else if (file.equals(file(module, ".pom"))) {
            modules.put(module, xml(file));
        }
    }

    private void checkModules() {
        if (!modules.containsKey(BOM)) {
            faults.add(BOM + " is not staged, so the modules of the release are unknown");
            return;
        }
        Set<String> expected = new LinkedHashSet<>();
        expected.add(BOM);
        for (String module : texts(BOM, "dependencyManagement/dependencies/dependency/artifactId")) {
            expected.add(module);
            for (String parent = parent(module); !parent.isEmpty(); parent = parent(parent)) {
                expected.add(parent);
            }
        }
        without(expected, modules.keySet()).forEach(missing -> faults.add(missing + " is not staged"));
        without(modules.keySet(), expected)
                .forEach(extra -> faults.add(extra + " is neither in " + BOM + " nor a parent of what is in it"));
    }

    private void checkPom(String module) {
        if (!text(module, "artifactId").equals(module)) {
            faults.add(module + ": its POM has the artifact id " + text(module, "artifactId"));
        }
        if (!inherited(module, "version").equals(version)) {
            faults.add(module + ": its POM has the version " + inherited(module, "version"));
        }
        for (String element : DESCRIBED_BY) {
            if (inherited(module, element).isBlank()) {
                faults.add(module + ": its POM has no " + element);
            }
        }
        for (String unfinished : texts(module, "/*[not(*)][contains(text(), '" + UNFINISHED + "')]")) {
            faults.add(module + ": its POM names " + unfinished.strip());
        }
        for (String elsewhere : List.of("/repository", "/systemPath")) {
            if (!texts(module, elsewhere).isEmpty()) {
                faults.add(module + ": its POM has a " + elsewhere.substring(1) + ", which users need not have");
            }
        }
        String ours = "dependencies/dependency[groupId='" + GROUP + "'][not(scope='test')]/artifactId";
        without(texts(module, ours), modules.keySet())
                .forEach(missing -> faults.add(module + " needs " + missing + ", which is not staged"));
    }

    private void checkFiles(String module, boolean hasJar) throws IOException {
        String prefix = module + "-" + version;
        Set<String> rests = new TreeSet<>();
        try (Stream<Path> files = Files.list(file(module, ".pom").getParent())) {
            files.map(file -> file.getFileName().toString()).forEach(name -> {
                if (name.startsWith(prefix)) {
                    rests.add(name.substring(prefix.length()));
                } else {
                    faults.add(module + ": " + name + " does not begin with " + prefix);
                }
            });
        }
        List<String> needed = hasJar ? OF_A_JAR : List.of(".pom");
        without(needed, rests).forEach(rest -> faults.add(prefix + rest + " is not staged"));
        for (String rest : rests) {
            String checksum = rest.substring(rest.lastIndexOf('.') + 1);
            if (CHECKSUMS.containsKey(checksum)) {
                checkChecksum(module, rest, checksum);
            } else if (rest.endsWith(SIGNATURE)) {
                checkSignature(module, rest);
            } else {
                without(CHECKSUMS.keySet().stream().map(end -> rest + "." + end).toList(), rests)
                        .forEach(missing -> faults.add(prefix + missing + " is not staged"));
                if (!rests.contains(rest + SIGNATURE)) {
                    faults.add(prefix + rest + " is not signed");
                }
                if (!needed.contains(rest) && !OF_A_POM.contains(rest)) {
                    faults.add(prefix + rest + " is not what a module publishes");
                }
            }
        }
    }

    private void checkChecksum(String module, String rest, String end) throws IOException {
        Path checksum = file(module, rest);
        Path of = file(module, rest.substring(0, rest.length() - end.length() - 1));
        if (!Files.exists(of)) {
            faults.add(checksum.getFileName() + " is of no file");
        } else if (!Files.readString(checksum).strip().equals(digest(CHECKSUMS.get(end), of))) {
            faults.add(checksum.getFileName() + " is wrong");
        }
    }

    /** Its content is for gpg to verify, as the script does. */
    private void checkSignature(String module, String rest) throws IOException {
        Path signature = file(module, rest);
        if (!Files.exists(file(module, rest.substring(0, rest.length() - SIGNATURE.length())))) {
            faults.add(signature.getFileName() + " is of no file");
        } else if (!Files.readString(signature).startsWith("-----BEGIN PGP SIGNATURE-----")) {
            faults.add(signature.getFileName() + " is no signature");
        }
    }

    private void checkJars(String module) throws IOException {
        boolean hasClasses = false;
        for (String rest : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
            Path file = file(module, rest);
            if (!Files.exists(file)) {
                continue;
            }
            try (JarFile jar = new JarFile(file.toFile())) {
                for (String name : List.of("META-INF/LICENSE", "META-INF/NOTICE")) {
                    if (jar.getEntry(name) == null) {
                        faults.add(file.getFileName() + " has no " + name);
                    }
                }
                if (rest.equals(".jar")) {
                    hasClasses = has(jar, ".class");
                }
                if (rest.equals("-sources.jar") && hasClasses && !has(jar, ".java") && !has(jar, ".kt")) {
                    faults.add(file.getFileName() + " has no source");
                }
            }
        }
    }

    private static boolean has(JarFile jar, String end) {
        return jar.stream().map(ZipEntry::getName).anyMatch(name -> name.endsWith(end));
    }

    private Path file(String module, String rest) {
        return folder.resolve(GROUP.replace('.', '/'))
                .resolve(module)
                .resolve(version)
                .resolve(module + "-" + version + rest);
    }

    /** The name of the parent, or empty. */
    private String parent(String module) {
        return text(module, "parent/artifactId");
    }

    /** From the POM or, if it has none, from the next parent that has one; empty if none has. */
    private String inherited(String module, String path) {
        String own = text(module, path);
        return own.isEmpty() && !parent(module).isEmpty() ? inherited(parent(module), path) : own;
    }

    private String text(String module, String path) {
        return texts(module, path).stream().findFirst().orElse("");
    }

    /** None if the module is not staged. */
    private List<String> texts(String module, String path) {
        Document pom = modules.get(module);
        if (pom == null) {
            return List.of();
        }
        try {
            NodeList found = (NodeList)
                    XPathFactory.newInstance().newXPath().evaluate("/project/" + path, pom, XPathConstants.NODESET);
            return IntStream.range(0, found.getLength())
                    .mapToObj(i -> found.item(i).getTextContent())
                    .toList();
        } catch (Exception e) {
            throw new IllegalStateException(path, e);
        }
    }

    private static Document xml(Path file) {
        try {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        } catch (Exception e) {
            throw new IllegalStateException(file + " is no POM", e);
        }
    }

    private static String digest(String algorithm, Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> without(Collection<String> all, Collection<String> known) {
        return all.stream().filter(one -> !known.contains(one)).sorted().toList();
    }
}
