//! Owner, mode, access control list and extended attributes of a file.
//!
//! Invariant: at no time does a copy grant access that the original does not grant.

use std::fs::{File, Metadata};
use std::io;

/// Owner, mode and extended attributes of a file. Files with equal attributes grant the same
/// access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attributes {
    base: Base,
    /// Names of extended attributes with their values, sorted by name. On Linux, includes access
    /// control lists.
    extended: Vec<(Vec<u8>, Vec<u8>)>,
}

/// User, group and mode.
#[cfg(unix)]
type Base = (u32, u32, u32);
/// Whether the file is read-only.
#[cfg(not(unix))]
type Base = bool;

#[cfg(unix)]
fn base_of(metadata: &Metadata) -> Base {
    use std::os::unix::fs::MetadataExt;
    (metadata.uid(), metadata.gid(), metadata.mode())
}

#[cfg(not(unix))]
fn base_of(metadata: &Metadata) -> Base {
    metadata.permissions().readonly()
}

impl Attributes {
    pub(crate) fn of(file: &File) -> io::Result<Attributes> {
        Ok(Attributes {
            base: base_of(&file.metadata()?),
            extended: extended::read(file)?,
        })
    }

    /// Returns these attributes for a file that everybody who may read it may execute, or that nobody
    /// may execute. On systems without such a mode, returns them unchanged.
    #[cfg(unix)]
    #[must_use]
    pub(crate) fn executable(mut self, is_executable: bool) -> Attributes {
        let (_, _, mode) = &mut self.base;
        *mode = match is_executable {
            true => *mode | (*mode & 0o444) >> 2,
            false => *mode & !0o111,
        };
        self
    }

    #[cfg(not(unix))]
    pub(crate) fn executable(self, _is_executable: bool) -> Attributes {
        self
    }

    /// Gives a file these attributes and removes any others, such as an access control list
    /// inherited from the directory. Returns false if some attributes could not be changed; in that
    /// case, no additional users can access the file.
    #[cfg(unix)]
    pub(crate) fn give_to(&self, file: &File) -> io::Result<bool> {
        use std::fs::Permissions;
        use std::os::unix::fs::{PermissionsExt, fchown};

        let (user, group, mode) = self.base;
        let (own_user, own_group, _) = base_of(&file.metadata()?);
        let is_owned =
            (own_user, own_group) == (user, group) || fchown(file, Some(user), Some(group)).is_ok();
        // A mode or list meant for another owner would grant access to others.
        if !is_owned || !extended::write(file, &self.extended)? {
            return Ok(false);
        }
        // Set last, since changing the owner clears mode bits.
        file.set_permissions(Permissions::from_mode(mode & 0o7777))?;
        Ok(true)
    }

    #[cfg(not(unix))]
    pub(crate) fn give_to(&self, file: &File) -> io::Result<bool> {
        let mut permissions = file.metadata()?.permissions();
        permissions.set_readonly(self.base);
        file.set_permissions(permissions)?;
        Ok(true)
    }

    /// Encodes the attributes. [`from_bytes`](Attributes::from_bytes) decodes them on a system of the
    /// same kind.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut add = |part: &[u8]| {
            bytes.extend((part.len() as u32).to_le_bytes());
            bytes.extend(part);
        };
        for number in numbers_of(self.base) {
            add(&number.to_le_bytes());
        }
        for (name, value) in &self.extended {
            add(name);
            add(value);
        }
        bytes
    }

    /// Decodes attributes; `None` if the bytes are malformed.
    pub fn from_bytes(bytes: &[u8]) -> Option<Attributes> {
        let mut rest = bytes;
        let mut next = || {
            let (len, after) = rest.split_at_checked(4)?;
            let len = u32::from_le_bytes(len.try_into().ok()?) as usize;
            let (part, after) = after.split_at_checked(len)?;
            rest = after;
            Some(part)
        };
        let mut numbers = numbers_of(Base::default());
        for number in &mut numbers {
            *number = u32::from_le_bytes(next()?.try_into().ok()?);
        }
        let mut extended = Vec::new();
        while let Some(name) = next() {
            extended.push((name.to_vec(), next()?.to_vec()));
        }
        let base = base_from(numbers);
        rest.is_empty().then_some(Attributes { base, extended })
    }
}

/// Returns numbers from which [`base_from`] makes an equal value.
#[cfg(unix)]
fn numbers_of((user, group, mode): Base) -> [u32; 3] {
    [user, group, mode]
}

#[cfg(unix)]
fn base_from([user, group, mode]: [u32; 3]) -> Base {
    (user, group, mode)
}

/// Returns numbers from which [`base_from`] makes an equal value.
#[cfg(not(unix))]
fn numbers_of(is_read_only: Base) -> [u32; 1] {
    [u32::from(is_read_only)]
}

#[cfg(not(unix))]
fn base_from([is_read_only]: [u32; 1]) -> Base {
    is_read_only != 0
}

#[cfg(target_os = "linux")]
mod extended {
    use std::fs::File;
    use std::io;

    use rustix::fs::{
        XattrFlags, fgetxattr, flistxattr, flistxattr_query, fremovexattr, fsetxattr,
    };
    use rustix::io::Errno;

    /// Maximum size, in bytes, of all names and of each value.
    const MAX: usize = 64 << 10;

    pub(super) fn read(file: &File) -> io::Result<Vec<(Vec<u8>, Vec<u8>)>> {
        // Most files have no extended attributes and need no buffers.
        match flistxattr_query(file) {
            Ok(0) | Err(Errno::NOTSUP) => return Ok(Vec::new()),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        let mut names = vec![0; MAX];
        let len = flistxattr(file, &mut names)?;
        let mut value = vec![0; MAX];
        let mut attributes = names[..len]
            .split(|byte| *byte == 0)
            .filter(|name| !name.is_empty())
            .map(|name| {
                let len = fgetxattr(file, name, &mut value)?;
                Ok((name.to_vec(), value[..len].to_vec()))
            })
            .collect::<io::Result<Vec<_>>>()?;
        attributes.sort_unstable();
        Ok(attributes)
    }

    pub(super) fn write(file: &File, wanted: &[(Vec<u8>, Vec<u8>)]) -> io::Result<bool> {
        let present = read(file)?;
        let is_removed = present
            .iter()
            .filter(|(name, _)| !wanted.iter().any(|(wanted, _)| wanted == name))
            .all(|(name, _)| fremovexattr(file, name.as_slice()).is_ok());
        // Setting a security label requires a privilege even if its value does not change.
        let is_set = wanted
            .iter()
            .filter(|attribute| !present.contains(attribute))
            .all(|(name, value)| {
                fsetxattr(file, name.as_slice(), value, XattrFlags::empty()).is_ok()
            });
        Ok(is_removed && is_set)
    }
}

#[cfg(not(target_os = "linux"))]
mod extended {
    use std::fs::File;
    use std::io;

    #[expect(clippy::unnecessary_wraps, reason = "fails on Linux")]
    pub(super) fn read(_: &File) -> io::Result<Vec<(Vec<u8>, Vec<u8>)>> {
        Ok(Vec::new())
    }

    #[cfg(unix)]
    #[expect(clippy::unnecessary_wraps, reason = "fails on Linux")]
    pub(super) fn write(_: &File, _: &[(Vec<u8>, Vec<u8>)]) -> io::Result<bool> {
        Ok(true)
    }
}

#[cfg(test)]
mod tests;
