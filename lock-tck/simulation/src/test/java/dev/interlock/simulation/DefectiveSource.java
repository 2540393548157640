// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles a class of the engine, or of the store in memory, with a defect in it, and touches no file. */
final class DefectiveSource {

    private static final Path SOURCES = Path.of("../../lock-api/src/main/java/dev/interlock");

    private DefectiveSource() {}

    /** The source of the class that gets the defect. */
    static Path file(PlantedDefect defect) throws IOException {
        try (Stream<Path> sources = Files.walk(SOURCES)) {
            return sources.filter(source -> source.endsWith(defect.type() + ".java"))
                    .findAny()
                    .orElseThrow(() -> new NoSuchFileException(defect.type() + ".java"));
        }
    }

    /** The bytes of the class, and of those in it, by their names. */
    static Map<String, byte[]> compiled(PlantedDefect defect) throws IOException {
        Path file = file(defect);
        String text = defect.plantedIn(Files.readString(file));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        try (JavaFileManager files = new InMemory(compiler, classes)) {
            boolean done = compiler.getTask(
                            null,
                            files,
                            said,
                            List.of("--release", "17", "-proc:none", "-nowarn"),
                            null,
                            List.of(new Text(file.toUri(), text)))
                    .call();
            if (!done) {
                throw new IllegalStateException(defect.id() + " does not compile: " + errors(said));
            }
        }
        return classes.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().toByteArray()));
    }

    private static String errors(DiagnosticCollector<JavaFileObject> said) {
        return said.getDiagnostics().stream()
                .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
                .map(Object::toString)
                .collect(Collectors.joining("\n"));
    }

    private static final class Text extends SimpleJavaFileObject {

        private final String text;

        Text(URI uri, String text) {
            super(uri, Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {

        private final Map<String, ByteArrayOutputStream> classes;

        InMemory(JavaCompiler compiler, Map<String, ByteArrayOutputStream> classes) {
            super(compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8));
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            classes.put(name, bytes);
            return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }
}
